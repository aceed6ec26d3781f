import { expect, test } from "vitest";
import { stem } from "../../../host/discovery/search/stem.ts";
import { queryTerms, squash, termsOf } from "../../../host/discovery/search/words.ts";

const NONE = (): boolean => false;
const ALL = (): boolean => true;

test("Forms of one English word have one stem, as Snowball's English stemmer has it.", () => {
  const groups: Readonly<Record<string, string>> = {
    email: "email emails",
    event: "event events",
    creat: "create creates created creating",
    file: "file files filed filing",
    queri: "query queries queried",
    databas: "database databases",
    hop: "hop hopped hopping",
    hope: "hope hoped hoping hopeful hopefulness",
    agre: "agreed",
    generat: "generate generated generation",
    generous: "generous generously",
    organ: "organization organizations",
    consol: "consolation",
    proceed: "proceed proceeding",
    happi: "happy",
    say: "say says",
    sky: "sky skies",
    tie: "ties tying",
    lie: "lying",
    news: "news",
    gas: "gas",
    kiwi: "kiwis",
    glass: "glass glasses",
    control: "control controlled controlling",
    condit: "conditional",
    creation: "creation creations",
    adopt: "adoption",
  };
  const found = Object.values(groups).map((words) => [...new Set(words.split(" ").map(stem))]);
  expect(found).toEqual(Object.keys(groups).map((key) => [key]));
});

test("What is no English word in lower case stays as it is.", () => {
  expect(["naïve", "v2", "", "日历", "is"].map(stem)).toEqual(["naïve", "v2", "", "日历", "is"]);
});

test("Identifiers are found in one piece and by their parts.", () => {
  expect(termsOf("create_event")).toEqual([stem("createevent"), "creat", "event"]);
  expect(termsOf("eventIdentifier")).toEqual([stem("eventidentifier"), "event", stem("identifier")]);
  expect(termsOf("HTTPServer")).toEqual([stem("httpserver"), "http", "server"]);
  expect(termsOf("multi_agent_v1")).toEqual([stem("multiagentv1"), "multi", "agent", "v1"]);
  expect(termsOf("URLs")).toEqual(["url"]);
});

test("A query's identifier is looked for whole where it is known, else by its parts.", () => {
  expect(queryTerms("create_event", ALL)).toEqual([stem("createevent")]);
  expect(queryTerms("createEvent", NONE)).toEqual(["creat", "event"]);
  expect(queryTerms("e-mail", ALL)).toEqual(["email", "e", "mail"]);
});

test("Stop words, case, accents and compatibility forms make no difference.", () => {
  expect(termsOf("The a OF and")).toEqual([]);
  expect(termsOf("Café CAFE ｃａｆé")).toEqual(["cafe", "cafe", "cafe"]);
  expect(termsOf("Straße")).toEqual(termsOf("strasse"));
  expect(["create_event", "createEvent", "Create-Event", "create event"].map(squash)).toEqual(
    Array.from({ length: 4 }, () => "createevent"),
  );
});

test("Text without spaces is found by pairs of characters, and by one where only one is asked for.", () => {
  expect(termsOf("日历事件")).toEqual(["日", "历", "事", "件", "日历", "历事", "事件"]);
  expect(queryTerms("日历", NONE)).toEqual(["日历"]);
  expect(queryTerms("历", NONE)).toEqual(["历"]);
  expect(queryTerms("create日历", NONE)).toEqual(["creat", "日历"]);
});

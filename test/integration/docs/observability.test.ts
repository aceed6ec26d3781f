import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { COMMANDS } from "../../../host/cli/commands.ts";
import { CHANNELS } from "../../../host/events/channels.ts";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { folder } from "../cli/isocell.ts";

const EXAMPLE = join(ROOT, "test/examples/observe/main.ts");
const PRELOAD = join(ROOT, "test/examples/library/from-source.ts");

const readme = readFileSync(join(ROOT, "README.md"), "utf8");
const rows = [...readme.matchAll(/^\|(.*)\|$/gmu)].map(([, row = ""]) => row.split("|").map((cell) => cell.trim()));

test("The README's table of channels has a row for each channel, as the code defines it.", () => {
  const documented = rows.filter(([name = ""]) => name.startsWith("`isocell:"));
  const channels = Object.entries(CHANNELS).map(([name, { events, when, payload }]) => [
    `\`${name}\``,
    events.map((event) => `\`${event}\``).join(", "),
    when,
    payload,
  ]);
  expect(documented).toEqual(channels);
});

test("The README's table of flags names every flag of isocell run.", () => {
  const flags = Object.keys(COMMANDS.find(({ name }) => name === "run")?.flags ?? {});
  const documented = new Set(
    rows.flatMap(([cell = ""]) => [...cell.matchAll(/`--([a-z]+)/gu)].map(([, flag]) => flag)),
  );
  expect(flags).toContain("trace");
  expect(flags.filter((flag) => !documented.has(flag))).toEqual([]);
});

test("The README's example of watching a host is a program that runs and leaves a trace.", async () => {
  expect(readme).toContain(`\`\`\`ts\n${readFileSync(EXAMPLE, "utf8")}\`\`\`\n`);
  const cwd = await folder();
  const result = await runCommand(process.execPath, ["--import", PRELOAD, EXAMPLE], { cwd });
  expect(result).toEqual({ status: 0, stdout: "", stderr: "" });
  expect(readdirSync(cwd)).toEqual(["trace.jsonl"]);
});

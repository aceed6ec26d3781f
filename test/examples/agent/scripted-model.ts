// OpenAI's Responses API with a model that knows one kind of mistake: what is replaced once and should be everywhere. It sees no
// more of the project than its tools tell it, and says so where that is not the mistake.
import { startEndpoint } from "../backends/scripted/endpoint.ts";
import type { Reply } from "../backends/scripted/endpoint.ts";

interface Item {
  readonly type?: string;
  readonly output?: unknown;
}

const RUN_TESTS = "node --test --test-reporter=tap";

/** Runs the tests, and tells of their output only what is needed to go on. */
const LOOK = `const { output } = await tools.exec_command({ cmd: ${JSON.stringify(RUN_TESTS)} });
const lines = output.split("\\n").map((line) => line.trim());
text(lines.filter((line) => /^(?:not ok|location:|expected:|actual:|# (?:pass|fail) )/.test(line)).join("\\n"));
`;

/** Reads a test, and the modules of the project that it imports. */
function read(file: string): string {
  return `const { output: test } = await tools.exec_command({ cmd: "cat " + ${JSON.stringify(file)} });
const modules = [...test.matchAll(/from "\\.\\/(.+?)"/g)].map(([, name]) => name);
const sources = await Promise.all(modules.map((name) => tools.exec_command({ cmd: "cat " + name })));
modules.forEach((name, index) => text("== " + name + "\\n" + sources[index].output));
`;
}

/** What the model does next, by what it was answered so far. */
function next(outputs: readonly string[]): object[] {
  const [tests = "", sources = "", patched = "", again = ""] = outputs;
  switch (outputs.length) {
    case 0:
      return [say("I run the tests first."), exec(LOOK)];
    case 1: {
      const file = /location: '(?:.*\/)?(.+?\.js):\d+/u.exec(tests)?.[1];
      if (file === undefined) return [say(`No test fails, ${count("pass", tests)} pass.`)];
      const failing = /not ok \d+ - (.+)/u.exec(tests)?.[1];
      return [say(`"${failing}" in ${file} fails. I read it and what it tests.`), exec(read(file))];
    }
    case 2: {
      const patch = patchFor(tests, sources);
      if (patch === null) return [say("I do not see what is wrong.")];
      return [
        say("Only the first match is replaced. I mend that."),
        { type: "custom_tool_call", name: "apply_patch", input: patch },
      ];
    }
    case 3:
      if (!patched.includes("Success.")) return [say(`The patch did not apply: ${patched}`)];
      return [{ type: "function_call", name: "exec_command", arguments: JSON.stringify({ cmd: RUN_TESTS }) }];
    default: {
      const failing = count("fail", again);
      return [say(failing === 0 ? `All ${count("pass", again)} tests pass now.` : `${failing} tests still fail.`)];
    }
  }
}

/** How many tests passed, or failed, by what the run says in the end. */
function count(what: "pass" | "fail", tests: string): number {
  return Number(new RegExp(`^# ${what} (\\d+)$`, "mu").exec(tests)?.[1]);
}

/** A patch of the line that replaces once, if replacing everywhere is what the failing test expects; else null. */
function patchFor(tests: string, sources: string): string | null {
  const quoted = (key: string): string => new RegExp(`^${key}: '(.*)'$`, "mu").exec(tests)?.[1] ?? "";
  let file = "";
  for (const line of sources.split("\n")) {
    file = /^== (.+)$/u.exec(line)?.[1] ?? file;
    const [, from, to] = /\.replace\("(.+?)", "(.*?)"\)/u.exec(line) ?? [];
    if (from === undefined || to === undefined) continue;
    if (quoted("actual").replaceAll(from, to) !== quoted("expected")) continue;
    const mended = line.replace(".replace(", ".replaceAll(");
    return `*** Begin Patch\n*** Update File: ${file}\n@@\n-${line}\n+${mended}\n*** End Patch`;
  }
  return null;
}

function exec(input: string): object {
  return { type: "custom_tool_call", name: "exec", input };
}

function say(text: string): object {
  const content = [{ type: "output_text", text, annotations: [] }];
  return { type: "message", role: "assistant", status: "completed", content };
}

let requests = 0;

function answer(body: unknown): Reply {
  const { input } = body as { readonly input: readonly Item[] };
  const outputs = input.filter(({ type }) => type?.endsWith("_call_output")).map(({ output }) => textOf(output));
  requests++;
  const output = next(outputs).map((item, index) => {
    const id = `${requests}_${index}`;
    return { ...item, id, ...("input" in item || "arguments" in item ? { call_id: `call_${id}` } : {}) };
  });
  return { json: { id: `resp_${requests}`, object: "response", model: "scripted", status: "completed", output } };
}

function textOf(output: unknown): string {
  if (!Array.isArray(output)) return String(output);
  return output.map((item: { readonly text?: string }) => item.text ?? "").join("");
}

process.env["OPENAI_BASE_URL"] = `${await startEndpoint("/v1/responses", answer)}/v1`;
process.env["OPENAI_API_KEY"] = "none";

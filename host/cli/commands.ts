import type { Arguments } from "./arguments.ts";

/** A flag: how help shows it, and whether a value follows. */
export interface Flag {
  readonly value?: string;
  readonly short?: string;
  readonly help: string;
}

/** A command of the command line. */
export interface Command {
  readonly name: string;
  readonly summary: string;
  /** What follows the name in the usage line. */
  readonly usage: string;
  readonly details: readonly string[];
  readonly flags: Readonly<Record<string, Flag>>;
  readonly maxPositionals: number;
  /** Loads what the command needs and runs it; answers the exit code. */
  readonly run: (args: Arguments) => Promise<number>;
}

const CONFIG: Flag = {
  value: "FILE",
  help: "configuration (also of other MCP clients); isocell.json in this folder if there is one",
};

const BUILTINS: Flag = { value: "NAME,…|all", help: "offer these built-in tools, whatever the configuration names" };

/** All commands, in the order in which help lists them. What a command needs is imported when it runs. */
export const COMMANDS: readonly Command[] = [
  {
    name: "run",
    summary: "run one script",
    usage: "FILE|- [flags]",
    details: [
      "Runs FILE, or what stands on standard input, in an isolate. Text that it emits goes to standard output at once,",
      "all else to standard error. It can call the tools of the configuration, and the built-in ones that are named:",
      "none unless they are, since a script is code that a model wrote.",
      "Exit code: 0 completed, 1 the script failed, 2 usage or configuration, 3 limit or crash, 130 and 143 stopped by SIGINT and SIGTERM.",
    ],
    flags: {
      config: CONFIG,
      builtins: BUILTINS,
      timeout: { value: "DURATION", help: "end the script after this time: 500ms, 30s, 2m, 1h" },
      json: { help: "print the whole outcome as one JSON document instead" },
      out: { value: "DIR", help: "write images and audio that the script emits to this folder" },
      trace: { value: "FILE", help: "write all events to this file, for isocell trace" },
      quiet: { short: "q", help: "no progress, warnings and summary" },
    },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/run.ts")).run(args),
  },
  {
    name: "tools",
    summary: "list the tools that a script could call",
    usage: "[flags]",
    details: [
      "Starts the MCP servers of the configuration and lists all tools with the names they have in a script.",
      "With --tokens: what the tools cost a model before it calls any, in each way to offer them, by namespace.",
    ],
    flags: {
      config: CONFIG,
      builtins: BUILTINS,
      tokens: { help: "what each mode costs in tokens instead, and the largest tools" },
      json: { help: "names, descriptions and schemas (or the figures of --tokens) as JSON" },
    },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/tools/tools.ts")).listTools(args, (host) => host.droppedTools()),
  },
  {
    name: "lint",
    summary: "find tools that models will misuse",
    usage: "[flags]",
    details: [
      "Looks at all tools of the configuration, and says which of them a model will misuse, why, and how to mend it.",
      "Rules are switched off in the configuration, each with its reason: lint.off.",
      "Exit code: 0 nothing of the severity of --fail-on or worse, 1 something, 2 usage or configuration.",
    ],
    flags: {
      config: CONFIG,
      format: { value: "FORMAT", help: "table (default), json or sarif" },
      "fail-on": { value: "SEVERITY", help: "error (default), warning or info" },
      probe: { help: "also call tools that say they change nothing, with wrong arguments" },
    },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/lint.ts")).lint(args),
  },
  {
    name: "eval",
    summary: "measure how well models use tools",
    usage: "SUITE.json [flags]",
    details: [
      "Does the tasks of a suite with each of its variants - from recorded trajectories, a script, or a live model - and",
      "measures whether answers are right, arguments express what was asked for, results stay within scope, and tools fail.",
      "Raw trajectories and the reports (report.md, report.json, report.html) go to a folder.",
      "Exit code: 0 all runs were measured, 1 some are missing, 2 usage or suite.",
    ],
    flags: {
      out: { value: "DIR", help: "the folder; a new one below isocell-eval unless given" },
      from: { value: "DIR", help: "measure the trajectories in this folder again instead" },
      format: { value: "FORMAT", help: "what goes to standard output: markdown (default), json, html or none" },
      yes: { short: "y", help: "live runs may cost what they are said to cost" },
      limit: { value: "N", help: "most live runs" },
    },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/eval.ts")).evaluate(args),
  },
  {
    name: "types",
    summary: "print TypeScript declarations of the tools",
    usage: "[flags]",
    details: ["One .d.ts text that declares `tools` for the scripts of this configuration."],
    flags: { config: CONFIG, builtins: BUILTINS },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/types.ts")).printTypes(args),
  },
  {
    name: "login",
    summary: "log in at an MCP server",
    usage: "SERVER [flags]",
    details: [
      "Logs in with OAuth at SERVER, a server of the configuration with a url: opens its login page in a browser, or prints",
      "its address, and waits until it is done. The tokens are kept in your configuration folder, for you alone.",
    ],
    flags: {
      config: CONFIG,
      timeout: { value: "DURATION", help: "how long to wait: 30s, 10m; 5m if not given" },
    },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/login/login.ts")).login(args),
  },
  {
    name: "logout",
    summary: "forget the login at an MCP server",
    usage: "SERVER [flags]",
    details: ["Removes the tokens of SERVER from your configuration folder. They are not revoked at the server."],
    flags: { config: CONFIG },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/login/logout.ts")).logout(args),
  },
  {
    name: "serve",
    summary: "serve all tools as one MCP server",
    usage: "[flags]",
    details: [
      "Puts all MCP servers and tools of the configuration behind one server, which offers exec, wait and, where there are",
      "too many tools to describe, tool_search. Speaks MCP on standard input and output, or with --http over HTTP.",
      "With --http, its URL is the one line on standard output; it ends with SIGINT or SIGTERM.",
    ],
    flags: {
      config: CONFIG,
      builtins: BUILTINS,
      mode: { value: "MODE", help: "code-only (default), code: direct tools as well, direct: no exec" },
      http: { value: "PORT", help: "Streamable HTTP on this port, 0 for any that is free" },
      host: { value: "ADDRESS", help: "address to listen on, 127.0.0.1 by default; another one needs a token" },
      "token-env": { value: "NAME", help: "environment variable with the bearer token that clients must send" },
      "allow-host": { value: "NAMES", help: "further names in Host headers, separated by commas" },
      "allow-origin": { value: "ORIGINS", help: "further origins of pages that may connect, separated by commas" },
      yield: { value: "DURATION", help: "when exec answers although its script still runs, 30s by default" },
      "max-yield": { value: "DURATION", help: "longest that an exec or wait takes at all, 50s by default" },
      "description-tokens": { value: "COUNT", help: "most tokens of descriptions for single tools, 6000 by default" },
    },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/serve.ts")).serve(args),
  },
  {
    name: "output",
    summary: "print an output that was cut",
    usage: "HANDLE --dir DIR [flags]",
    details: [
      "Prints the whole of an output of which a model was given a part, from the folder in which the host keeps them.",
    ],
    flags: {
      dir: { value: "DIR", help: "the folder: outputs.folder of the host" },
      offset: { value: "BYTES", help: "byte to start at" },
      limit: { value: "BYTES", help: "most bytes to print" },
    },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/output.ts")).printOutput(args),
  },
  {
    name: "apply-patch",
    summary: "change files by a patch",
    usage: "[FILE|-] [flags]",
    details: [
      "Applies a patch in the format of the tool apply_patch, from FILE or from standard input: all of it, or nothing.",
      "Files outside of the folder are refused.",
      "Exit code: 0 applied, 1 it does not fit, 2 usage, 130 and 143 stopped by SIGINT and SIGTERM.",
    ],
    flags: {
      dir: { value: "DIR", help: "the folder that its paths start at, instead of this one" },
      check: { help: "only tell whether it could be applied" },
      json: { help: "print what was changed, or what is wrong, as one JSON document instead" },
    },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/apply-patch.ts")).patchFolder(args),
  },
  {
    name: "trace",
    summary: "turn a trace into a picture",
    usage: "FILE|- [flags]",
    details: [
      "Reads what isocell run --trace wrote, and writes JSON for Perfetto (https://ui.perfetto.dev) and Chrome's",
      "tracing: a process a session, a row a cell and one for direct calls. A summary goes to standard error: the",
      "number of calls, the slowest five, failures, and lines that could not be read.",
    ],
    flags: { out: { value: "FILE", help: "write the JSON to this file instead of standard output" } },
    maxPositionals: 1,
    run: async (args) => (await import("./commands/trace.ts")).trace(args),
  },
  {
    name: "doctor",
    summary: "see what works on this machine",
    usage: "[flags]",
    details: [
      "Looks at Node.js, the runtime, its permissions, what built-in tools make use of, the configuration and its MCP",
      "servers, which it starts and ends. Says what to do about each that does not work.",
      "Exit code: 0 if nothing failed, 1 if something did. What only some tools need is a warning.",
    ],
    flags: { config: CONFIG, json: { help: "print all findings as one JSON document instead" } },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/doctor/doctor.ts")).doctor(args),
  },
  {
    name: "bench",
    summary: "measure cells on this machine",
    usage: "[flags]",
    details: [
      "Measures how many cells this machine runs a second, how long a cell and a call of a tool take, and what memory a",
      "waiting cell needs, beside isolated-vm alone. Takes about half a minute; nothing else should run meanwhile.",
    ],
    flags: {
      quick: { help: "shorter measurements, less steady: some seconds in all" },
      json: { help: "print the figures as one JSON document instead" },
    },
    maxPositionals: 0,
    run: async (args) => (await import("./commands/bench.ts")).bench(args),
  },
];

/**
 * What a client is told of the whole server, for its model. It is sent before any tool is known, so it holds for all
 * modes; some clients cut it after 2 KB.
 */
export const INSTRUCTIONS: string =
  "Tools of many servers behind one. `exec`, where it is listed, runs a JavaScript program that calls them, and only what " +
  "the program emits comes back: prefer one program with several calls, loops and filters over many single calls, and emit " +
  "just what is needed. Not sure which tool there is? Ask `tool_search` where it is listed, or run a program that filters " +
  "`ALL_TOOLS` and emits names and descriptions. When `exec` answers `Script running with cell ID N`, call `wait` with that " +
  "ID until it is done, or with `terminate: true` to stop it. After `Script failed`, read the error, correct the program " +
  "and run it again. Other tools in the list are called directly.";

/**
 * What every command finds in its environment, so that its output is plain text in one language and nothing waits in a
 * pager. `ISOCELL_CI` tells scripts that no person is watching.
 */
export const FIXED_ENVIRONMENT: Readonly<Record<string, string>> = {
  NO_COLOR: "1",
  TERM: "dumb",
  LANG: "C.UTF-8",
  LC_ALL: "C.UTF-8",
  LC_CTYPE: "C.UTF-8",
  COLORTERM: "",
  PAGER: "cat",
  GIT_PAGER: "cat",
  GH_PAGER: "cat",
  ISOCELL_CI: "1",
};

/** Names the command that a process belongs to, in the environment it hands down: what is left of a command is found by it. */
export const MARKER_NAME = "ISOCELL_COMMAND_ID";
/** Names the call that a process was started by. */
export const CALL_ID_NAME = "ISOCELL_CALL_ID";

import { expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";
import { ROOT } from "../../support/project.ts";
import { folder, isocell } from "../cli/isocell.ts";

test("The tour goes through every built-in tool that needs no callback", async () => {
  const cwd = await folder();
  const ran = await isocell(["run", `${ROOT}/test/examples/builtins/tour.js`, "--builtins", "all", "-q"], { cwd });
  expect(ran).toEqual({
    code: 0,
    stderr: "",
    stdout: `list_dir: order.txt, parts.json
find_files: shop/parts.json
search_text: shop/order.txt:1, shop/parts.json:2
read_file: bolts 3, nuts 80
exec_command: 4
write_stdin: done, exit code 0
view_image: data:image/png;base64,
`,
  });
});

test("The embedding gives every callback, and the tools over them answer", async () => {
  const example = ["--import", "./test/examples/library/from-source.ts", "test/examples/builtins/callbacks.ts"];
  const { status, stdout, stderr } = await runCommand(process.execPath, example, { cwd: ROOT, timeoutMs: 30_000 });
  expect({ status, stderr, stdout }).toEqual({
    status: 0,
    stderr: "",
    stdout: `plan: count (completed), order (in_progress)
["goal","complete","order parts"]
["network",{"network":{"enabled":true}}]
["tokens left",12000]
["time","1970-01-01T00:00:00.000Z"]
["plugins",[{"id":"search","name":"Search","installed":true}]]
request_user_input: {"answers":{"when":{"answers":["today"]}}}
sleep: Waited 5 ms.
a new context begins
new_context: A new context begins with the next request.
`,
  });
});

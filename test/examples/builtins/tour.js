// All built-in tools that need no callback, one after the other. In an empty folder: isocell run tour.js --builtins all
const add = (path, ...lines) => `*** Add File: ${path}\n${lines.map((line) => `+${line}\n`).join("")}`;
const patch = (...sections) => tools.apply_patch(`*** Begin Patch\n${sections.join("")}*** End Patch`);

await patch(
  add("shop/parts.json", "[", '  { "name": "bolts", "stock": 3 },', '  { "name": "nuts", "stock": 80 }', "]"),
  add("shop/order.txt", "nothing yet"),
);
await patch("*** Update File: shop/order.txt\n@@\n-nothing yet\n+bolts: 100\n");

const { entries } = await tools.list_dir({ path: "shop" });
text("list_dir: " + entries.map(({ path }) => path).join(", "));

const { paths } = await tools.find_files({ pattern: "**/*.json" });
text("find_files: " + paths.join(", "));

const { matches } = await tools.search_text({ query: "bolts" });
text("search_text: " + matches.map(({ path, line }) => `${path}:${line}`).join(", "));

const parts = JSON.parse((await tools.read_file({ path: "shop/parts.json" })).text);
text("read_file: " + parts.map(({ name, stock }) => `${name} ${stock}`).join(", "));

const counted = await tools.exec_command({ cmd: "wc -l < shop/parts.json" });
text("exec_command: " + counted.output.trim());

const started = await tools.exec_command({ cmd: "sleep 0.5; echo done", yield_time_ms: 250 });
const { output, exit_code } = await tools.write_stdin({ session_id: started.session_id });
text(`write_stdin: ${output.trim()}, exit code ${exit_code}`);

const dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
await tools.exec_command({ cmd: `echo ${dot} | base64 -d > dot.png` });
const { image_url } = await tools.view_image({ path: "dot.png" });
text("view_image: " + image_url.slice(0, 22));

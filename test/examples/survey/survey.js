// Surveys this repository through the MCP file system server: hundreds of calls, and only a short report comes out.
const SKIPPED = new Set(["node_modules", "dist", ".git"]);
const SOURCE = /\.(?:[cm]?[jt]s)$/;
const IMPORT = /\bfrom\s+"(\.[^"]+)"|\bimport\(?\s*"(\.[^"]+)"/g;
let calls = 0;

async function call(tool, args) {
  calls++;
  const { content, isError } = await tools[`mcp__filesystem__${tool}`](args);
  const answer = content.map((block) => block.text ?? "").join("");
  if (isError) throw new Error(`${tool} ${JSON.stringify(args)}: ${answer}`);
  return answer;
}

/** All source files under a folder; every folder of a level is listed at the same time. */
async function walk(folder) {
  const listing = await call("list_directory", { path: folder });
  const entries = listing.split("\n").flatMap((line) => {
    const [, kind, name] = /^\[(DIR|FILE)\] (.+)$/.exec(line) ?? [];
    return name === undefined || SKIPPED.has(name) ? [] : [{ kind, path: folder === "." ? name : `${folder}/${name}` }];
  });
  const nested = entries.filter(({ kind }) => kind === "DIR").map(({ path }) => walk(path));
  const files = entries.filter(({ kind, path }) => kind === "FILE" && SOURCE.test(path)).map(({ path }) => path);
  return files.concat(...(await Promise.all(nested)));
}

const top = (path) => (path.includes("/") ? path.slice(0, path.indexOf("/")) : "(root)");
const count = (text, pattern) => [...text.matchAll(pattern)].length;

/** What a relative import in a file leads to. */
function target(file, specifier) {
  const parts = file.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const paths = await walk(".");
const files = await Promise.all(
  paths.map(async (path) => {
    const source = await call("read_text_file", { path });
    return {
      path,
      source,
      lines: count(source, /\n/g),
      folder: top(path),
      imports: [...source.matchAll(IMPORT)].map((found) => target(path, found[1] ?? found[2])),
    };
  }),
);

const folders = new Map();
const crossings = new Map();
for (const { source, lines, folder, imports } of files) {
  const sum = folders.get(folder) ?? { files: 0, lines: 0, characters: 0, todos: 0 };
  folders.set(folder, sum);
  sum.files++;
  sum.lines += lines;
  sum.characters += source.length;
  sum.todos += count(source, /\/\/.*\b(?:TODO|FIXME)\b/g);
  for (const imported of imports) {
    if (top(imported) === folder) continue;
    const edge = `${folder} -> ${top(imported)}`;
    crossings.set(edge, (crossings.get(edge) ?? 0) + 1);
  }
}

/** Rows of cells, in columns: the first to the left, numbers to the right. */
function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  const line = (row) =>
    row
      .map((cell, column) => (column === 0 ? String(cell).padEnd(widths[0]) : String(cell).padStart(widths[column])))
      .join("  ");
  const [head, ...body] = rows.map(line);
  return [head, widths.map((width) => "-".repeat(width)).join("  "), ...body].join("\n");
}

const sums = [...folders].sort((a, b) => b[1].lines - a[1].lines);
const total = (key) => sums.reduce((sum, [, folder]) => sum + folder[key], 0);
const row = (name, sum) => [name, sum.files, sum.lines, `${(sum.characters / 1024).toFixed(1)} KB`, sum.todos];
const all = { files: total("files"), lines: total("lines"), characters: total("characters"), todos: total("todos") };

text("Survey of this repository\n");
text(
  table([
    ["folder", "files", "lines", "size", "TODO"],
    ...sums.map(([name, sum]) => row(name, sum)),
    row("total", all),
  ]),
);
text("\nLongest files");
for (const { path, lines } of [...files].sort((a, b) => b.lines - a.lines).slice(0, 5))
  text(`${String(lines).padStart(6)}  ${path}`);
text("\nImports between folders");
for (const [edge, times] of [...crossings].sort((a, b) => b[1] - a[1])) text(`${String(times).padStart(6)}  ${edge}`);
text(`\n${calls} tool calls: ${calls - files.length} folders listed, ${files.length} files read.`);

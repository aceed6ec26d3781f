import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { forcesRemoval, isReadOnly } from "../../../../tools/builtin/exec-command/read-only/command-facts.ts";

describe("A command is known to only read", () => {
  test.for([
    "ls",
    "ls -la src | head -n 5",
    "cat a.txt 'b c.txt' \"d e\" && wc -l src/*.ts || true; pwd",
    "cd sub && git status --short",
    "git -C sub log --oneline -n 5 --stat",
    "git --no-pager diff HEAD~1 -- src",
    "git branch -a; git tag -l; git remote -v; git stash list; git config --get user.name",
    "grep -rn 'a > b $(x)' src | sort -u | uniq -c",
    "rg --files -g '*.ts'",
    "find . -name '*.ts' -not -path './node_modules/*' -mtime -7 -print",
    "sed -n 1,20p file.txt",
    "sed -n '5p;10,$p' file.txt",
    "date -u +%s",
    "node --version",
    "ls\n\npwd\n",
    "cat a |\n  head",
  ])("%s", (line) => expect(isReadOnly(line)).toBe(true));

  test.for([
    "",
    "ls > out",
    "ls >out",
    "cat < in",
    "ls $(touch x)",
    "ls `touch x`",
    'cat "$(touch x)"',
    'cat "`touch x`"',
    "ls & touch x",
    "ls &",
    "(ls)",
    "{ ls; }",
    "ls <(touch x)",
    "cat $HOME",
    "A=b ls",
    "ls; =touch x",
    "ls # comment",
    "! ls",
    "ls |& tee x",
    "ls &&",
    "ls ;; pwd",
    "| ls",
    "ls 'unclosed",
    "touch x",
    "./ls",
    "/tmp/ls",
    "xargs rm",
    "cat *",
    "find *",
    "rg -*",
    "cat ''*",
    "echo \\; touch x",
    "ls\0; touch x",
    "find . -delete",
    "find . -exec rm {} +",
    "find . -fprint out",
    "find . -okdir rm",
    "rg --pre evil x",
    "rg --pre=evil x",
    "rg -z x",
    "rg --hostname-bin=evil x",
    "sort -o out in",
    "sort -uo out in",
    "sort --outp=out in",
    "sort --compress-program=evil in",
    "uniq in out",
    "uniq - out",
    "sed -i s/a/b/ f",
    "sed -n w f",
    "sed -n 's/a/b/w out' f",
    "sed -n '1e touch x' f",
    "sed -n 1p f --in-place",
    "date -s 2020-01-01",
    "date 010112002020",
    "env touch x",
    "hostname evil",
    "tree -o out",
    "tree -R",
    "git push",
    "git commit -m x",
    "git branch new",
    "git branch -D x",
    "git tag v1",
    "git -c core.pager=evil log",
    "git -c alias.log=!evil log",
    "git diff --output=x",
    "git diff --outp x",
    "git log --ext-diff -p",
    "git grep -Oevil x",
    "git grep --open-files-in-pager=evil x",
    "git cat-file --textconv HEAD:x",
    "git cat-file --te HEAD:x",
    "git cat-file --filters HEAD:x",
    "git log --show-signature",
    "git log --format=%G?",
    "git stash",
    "git remote add x y",
    "git reflog expire --all",
    "git config user.name x",
    "git --exec-path=evil status",
    "node evil.js",
    "awk 'BEGIN{system(1)}'",
    "ls \u2028touch",
  ])("unless it is doubtful: %s", (line) => expect(isReadOnly(line)).toBe(false));

  test("never with anything unquoted that redirects, substitutes, expands or runs beside", () => {
    const word = fc.constantFrom(
      "ls",
      "cat",
      "git",
      "log",
      "-la",
      "a.txt",
      "'quoted'",
      '"double"',
      "src/*.ts",
      "\n",
      ";",
      "|",
      "&&",
    );
    const bad = fc.constantFrom(
      ">",
      ">>",
      "<",
      "<<EOF",
      "$(id)",
      "`id`",
      "$HOME",
      "${X}",
      "&",
      "<(id)",
      ">(id)",
      "2>&1",
      "{a,b}",
      "(id)",
      "\\",
      "!",
      "#",
      "$'x'",
      "|&",
      "\r",
    );
    const space = fc.constantFrom("", " ", "  ");
    fc.assert(
      fc.property(fc.array(word), bad, fc.array(word), space, space, (before, evil, after, left, right) => {
        const line = `ls ${before.join(" ")}${left}${evil}${right}${after.join(" ")}`;
        expect(isReadOnly(line)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test("never by what quotes hide from a shell in double quotes", () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom("$", "`", "\\"), fc.string(), (left, evil, right) => {
        const inside = `${left}${evil}${right}`.replaceAll('"', "");
        expect(isReadOnly(`echo "${inside}"`)).toBe(false);
      }),
    );
  });

  test("in time that is short, however long and odd the line is", () => {
    for (const part of ["'", '"', "a*", "ls;", "| ", "\\", " "]) {
      expect(isReadOnly(`ls ${part.repeat(1_000_000)}>`)).toBe(false);
    }
  });
});

describe("Removal by force", () => {
  test.for([
    "rm -rf build",
    "rm -f x",
    "rm x -fr",
    "rm --force x",
    "cd a && /bin/rm -Rf b",
    "sudo rm -rf /",
    "find . -name x -exec rm -f {} +",
    "ls | xargs rm -rf",
    "bash -c 'rm -rf x'",
    "timeout 5 bash -c 'cd a; rm -rf x'",
    'rm -rf "$DIR"',
    "(cd x; rm -rf y)",
    "trap 'rm -rf \"$d\"' EXIT",
    "x=$(rm -rf y)",
  ])("is seen in %s", (line) => expect(forcesRemoval(line)).toBe(true));

  test.for(["rm x", "rm -r x", "echo rm -f", "grep -f rm x", "ls -f; rm x", "farm -f x", "git rm --cached x"])(
    "is not seen in %s",
    (line) => expect(forcesRemoval(line)).toBe(false),
  );
});

import type { Check } from "../check.ts";

/** Whether this Node is one that the package is made for. */
export function nodeCheck(version: string, engines: string): Check {
  return {
    part: "node",
    run: async () => {
      if (satisfies(version, engines)) return [{ part: "node", status: "ok", detail: version }];
      return [
        {
          part: "node",
          status: "failed",
          detail: `${version} is not one of ${engines}`,
          advice: "Install a Node.js of a version that is, from https://nodejs.org.",
        },
      ];
    },
  };
}

/** Whether a version is in a range of the form that `engines` has here: `^22.12 || ^24 || >=26`. */
export function satisfies(version: string, range: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/u, "").split(".").map(Number);
  return range.split("||").some((part) => {
    const [, operator, wantedMajor, wantedMinor = "0"] = /^\s*(\^|>=)\s*(\d+)(?:\.(\d+))?\S*\s*$/u.exec(part) ?? [];
    if (wantedMajor === undefined) return false;
    const [least, leastMinor] = [Number(wantedMajor), Number(wantedMinor)];
    if (major !== least) return operator === ">=" && major > least;
    return minor >= leastMinor;
  });
}

import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { runtimeFlags } from "../../../host/pool/permissions.ts";
import { testHost } from "../../support/test-host.ts";

const PROBE = fixture("permission-probe.ts");
const LANE_PROBE = fixture("lane-probe.ts");

function fixture(name: string): string {
  return fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
}

/** Node asks for a permission for the network from this version on. */
const NETWORK_SINCE = 25;

describe("a runtime process", () => {
  test("has an empty environment, and no network among what it holds open", async () => {
    const host = await testHost();
    await host.openSession().run("1", { yieldTimeMs: null });
    const pids = host.runtimePids();
    expect(pids.length).toBeGreaterThan(0);
    expect(pids.map((pid) => readFileSync(`/proc/${pid}/environ`, "latin1"))).toEqual(pids.map(() => ""));
    // Its pipes are pairs of local sockets; a connection of the network would be listed under tcp or udp.
    const network = ["tcp", "tcp6", "udp", "udp6"].flatMap((table) =>
      readFileSync(`/proc/net/${table}`, "latin1")
        .trim()
        .split("\n")
        .slice(1)
        .map((line) => line.trim().split(/\s+/u)[9]),
    );
    const open = pids.flatMap((pid) =>
      readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`)),
    );
    expect(open.filter((target) => network.some((inode) => target === `socket:[${inode}]`))).toEqual([]);
  });

  test("may read its own files and do nothing else to the machine", () => {
    const stdout = execFileSync(process.execPath, [...runtimeFlags(), PROBE], { env: {}, encoding: "utf8" });
    const major = Number(process.versions.node.split(".")[0]);
    expect(JSON.parse(stdout)).toEqual({
      readOwn: "allowed",
      readOther: "ERR_ACCESS_DENIED",
      write: "ERR_ACCESS_DENIED",
      spawn: "ERR_ACCESS_DENIED",
      connect: major >= NETWORK_SINCE ? "ERR_ACCESS_DENIED" : "ECONNREFUSED",
      environment: [],
    });
  });

  test("gives up, once its lanes serve, what it needed to start", () => {
    const { stdout } = spawnSync(process.execPath, [...runtimeFlags(), LANE_PROBE], {
      env: {},
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit", "pipe", "pipe"],
    });
    const { canGiveUp, before, after } = JSON.parse(stdout) as {
      canGiveUp: boolean;
      before: object;
      after: object;
    };
    expect(before).toEqual({ nativeCode: "ERR_DLOPEN_FAILED", thread: "allowed" });
    expect(after).toEqual(canGiveUp ? { nativeCode: "ERR_ACCESS_DENIED", thread: "ERR_ACCESS_DENIED" } : before);
    // Whether this version of Node.js can is known.
    if (Number(process.versions.node.split(".")[0]) >= 26) expect(canGiveUp).toBe(true);
  });
});

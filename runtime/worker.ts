import { CAPABILITIES, PROTOCOL_VERSION } from "../protocol/index.ts";
import type { HelloFrame, HostFrame } from "../protocol/index.ts";
import { Connection } from "./lane/connection.ts";
import { Lane } from "./lane/lane.ts";
import { giveUpRights } from "./rights.ts";

/** What the process hands to each of its workers. */
export interface WorkerTask {
  /** Inherited pipes from and to the host, owned by this worker alone. */
  readonly readFd: number;
  readonly writeFd: number;
}

/** Why a worker ended: the host closed its pipe, or one side broke the protocol. */
export type WorkerEnd = { readonly reason: "closed" } | { readonly reason: "failed"; readonly message: string };

/** Serves one lane until its connection ends. Run by piscina, once per worker. */
export default function serveLane(task: WorkerTask): Promise<WorkerEnd> {
  giveUpRights();
  return new Promise((resolve) => {
    let lane: Lane | null = null;
    const connection = new Connection(
      task.readFd,
      task.writeFd,
      (frame) => {
        if (lane !== null) lane.receive(frame);
        else if (frame.type === "connection/hello") lane = welcome(frame);
        else throw new Error(`expected connection/hello, got ${frame.type}`);
      },
      (error) => resolve(error === null ? { reason: "closed" } : { reason: "failed", message: error.message }),
    );

    function welcome(hello: HelloFrame): Lane | null {
      if (!hello.versions.includes(PROTOCOL_VERSION)) {
        connection.send({
          type: "connection/rejected",
          reason: `this runtime speaks version ${PROTOCOL_VERSION}, the host ${hello.versions.join(", ")}`,
        });
        resolve({ reason: "failed", message: "no common protocol version" });
        return null;
      }
      const opened = new Lane(hello, (frame) => connection.send(frame));
      connection.send({ type: "connection/ready", version: PROTOCOL_VERSION, capabilities: CAPABILITIES });
      return opened;
    }
  });
}

export type { HostFrame };

import { copyFile, mkdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { IsocellError } from "../../../protocol/index.ts";
import { MAX_DEPTH, nestingOf } from "../matchers/json-value.ts";
import type { RunKey } from "../measure/run.ts";
import { FORMS } from "../suite/suite.ts";
import type { Form, Suite } from "../suite/suite.ts";

const MANIFEST = "evaluation.json";
const MANIFEST_FORMAT = 1;

/** A run whose raw trajectory is in the folder, or the reason why it is not. */
export interface KeptRun {
  readonly task: string;
  readonly variant: string;
  readonly repetition: number;
  readonly form?: Form;
  readonly reason?: string;
}

/** What a folder holds besides raw trajectories. */
export interface Manifest {
  readonly format: number;
  readonly isocell: string;
  readonly date: string;
  readonly suite: { readonly name: string; readonly digest: string };
  readonly runs: readonly KeptRun[];
}

const manifestSchema = z.strictObject({
  format: z.literal(MANIFEST_FORMAT),
  isocell: z.string(),
  date: z.string(),
  suite: z.strictObject({ name: z.string(), digest: z.string() }),
  runs: z.array(
    z.strictObject({
      task: z.string(),
      variant: z.string(),
      repetition: z.int().min(1),
      form: z.enum(FORMS).exactOptional(),
      reason: z.string().exactOptional(),
    }),
  ),
});

/** The folder of an evaluation: raw trajectories, the suite as it was, and what came of which run. */
export class EvaluationFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  /** Where a run's raw trajectory is, relative to the folder. Ids of suites are names without slashes. */
  rawFile({ task, variant, repetition }: RunKey): string {
    return `raw/${variant.id}/${task}-${repetition}.jsonl`;
  }

  /** @throws {IsocellError} `invalid_options` when it holds an evaluation already, or can't be written. */
  async create({ file }: Suite): Promise<void> {
    if ((await stat(join(this.path, MANIFEST)).catch(() => undefined)) !== undefined) {
      throw new IsocellError(
        "invalid_options",
        `The folder ${this.path} holds an evaluation already. Give another one, or measure it again with --from ${this.path}.`,
      );
    }
    try {
      await mkdir(this.path, { recursive: true });
      await copyFile(file, join(this.path, "suite.json"));
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      throw new IsocellError("invalid_options", `The folder ${this.path} can't be written: ${why}.`, { cause });
    }
  }

  /** Keeps a raw trajectory as it is. */
  async keepCopy(key: RunKey, file: string): Promise<void> {
    const target = await this.#target(key);
    await copyFile(file, target);
  }

  async keepText(key: RunKey, text: string): Promise<void> {
    await writeFile(await this.#target(key), text);
  }

  async writeManifest(suite: Suite, version: string, runs: readonly KeptRun[]): Promise<void> {
    const manifest: Manifest = {
      format: MANIFEST_FORMAT,
      isocell: version,
      date: new Date().toISOString(),
      suite: { name: suite.name, digest: suite.digest },
      runs,
    };
    await this.writeText(MANIFEST, `${JSON.stringify(manifest, undefined, 2)}\n`);
  }

  /** @throws {IsocellError} `invalid_options` when there is no evaluation in it. */
  async readManifest(): Promise<Manifest> {
    const file = join(this.path, MANIFEST);
    const refuse = (why: string): IsocellError =>
      new IsocellError("invalid_options", `${file} is not that of an evaluation: ${why}.`);
    const text = await readFile(file, "utf8").catch((error: unknown) => {
      const { code, message } = error as NodeJS.ErrnoException;
      throw refuse(code === "ENOENT" ? "there is no such file" : message);
    });
    if (nestingOf(text) > MAX_DEPTH) throw refuse("it is nested too deep");
    let json: unknown;
    try {
      json = JSON.parse(text);
    } catch {
      throw refuse("it is not JSON");
    }
    const parsed = manifestSchema.safeParse(json);
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    throw refuse(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "it has another shape"}`);
  }

  async writeText(name: string, text: string): Promise<void> {
    await mkdir(this.path, { recursive: true });
    await writeFile(join(this.path, name), text);
  }

  async #target(key: RunKey): Promise<string> {
    const target = join(this.path, this.rawFile(key));
    await mkdir(dirname(target), { recursive: true });
    return target;
  }
}

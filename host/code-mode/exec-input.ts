import type { Pragma } from "./pragma.ts";

/** What whoever calls `exec` may say of a script apart from its source. */
export interface ExecSettings extends Pragma {
  /**
   * Whether the script may begin before those that came earlier were answered. Default false: a model that writes
   * several scripts at once expects them one after the other.
   */
  readonly concurrent?: boolean;
}

/** A script with settings of its own, which go before what its first line says. As a string it is the source. */
export class ExecInput {
  readonly source: string;
  readonly settings: ExecSettings;

  constructor(source: string, settings: ExecSettings) {
    this.source = source;
    this.settings = settings;
  }

  toString(): string {
    return this.source;
  }
}

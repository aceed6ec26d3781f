/** A session's stored values with the history that lets each lane catch up. */
export class StoredValues {
  readonly #values: Map<string, { readonly json: string; readonly revision: number }> = new Map();
  #revision = 0;

  /** Merges what a cell stored, key by key; the last cell to end wins. */
  commit(changes: readonly (readonly [key: string, json: string])[]): void {
    if (changes.length === 0) return;
    this.#revision++;
    for (const [key, json] of changes) {
      // Set anew at the end, so that the map is in the order of revisions.
      this.#values.delete(key);
      this.#values.set(key, { json, revision: this.#revision });
    }
  }

  /** What changed after a revision, and the revision that brings one to. */
  since(revision: number): { revision: number; changes: readonly (readonly [key: string, json: string])[] } {
    const changes: (readonly [string, string])[] = [];
    if (revision < this.#revision) {
      for (const [key, value] of this.#values) if (value.revision > revision) changes.push([key, value.json]);
    }
    return { revision: this.#revision, changes };
  }
}

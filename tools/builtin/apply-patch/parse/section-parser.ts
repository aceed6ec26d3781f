import type { Patch, PatchSection } from "../patch.ts";
import type { PatchEvent } from "./events.ts";
import { MARKERS } from "./markers.ts";
import { invalidLine } from "./syntax-error.ts";
import { UpdateParser } from "./update-parser.ts";

const VALID_HEADERS =
  "Valid hunk headers: '*** Add File: {path}', '*** Delete File: {path}', '*** Update File: {path}'";

/** Reads what stands between the markers of a patch, line by line. */
export class SectionParser {
  readonly #sections: PatchSection[] = [];
  readonly #emit: (event: PatchEvent) => void;
  #environmentId: string | null = null;
  #started = false;
  #adding: { readonly path: string; readonly line: number; readonly lines: string[] } | null = null;
  #updating: UpdateParser | null = null;

  constructor(emit: (event: PatchEvent) => void) {
    this.#emit = emit;
  }

  /**
   * Reads one line.
   * @throws {PatchError} of the kind syntax.
   */
  line(text: string, number: number): void {
    if (this.#adding !== null && text.startsWith("+")) {
      this.#adding.lines.push(text.slice(1));
      return;
    }
    if (this.#updating !== null && this.#updating.line(text, number)) return;
    this.#closeSection(number);
    this.#header(text.trim(), number);
  }

  /**
   * All lines were read; the next one would have had this number.
   * @throws {PatchError} of the kind syntax.
   */
  end(number: number): Patch {
    this.#closeSection(number);
    return { sections: this.#sections, environmentId: this.#environmentId };
  }

  #header(text: string, number: number): void {
    const first = !this.#started;
    this.#started = true;
    const index = this.#sections.length;
    const after = (marker: string): string | null => (text.startsWith(marker) ? text.slice(marker.length) : null);
    const environment = after(MARKERS.environment);
    if (first && environment !== null) {
      this.#environmentId = environment;
      return;
    }
    const [added, deleted, updated] = [after(MARKERS.add), after(MARKERS.delete), after(MARKERS.update)];
    if (added !== null) {
      this.#adding = { path: added, line: number, lines: [] };
      this.#emit({ type: "section", index, kind: "add", path: added, moveTo: null });
    } else if (deleted !== null) {
      this.#emit({ type: "section", index, kind: "delete", path: deleted, moveTo: null });
      this.#add({ kind: "delete", path: deleted, line: number });
    } else if (updated !== null) {
      this.#updating = new UpdateParser(updated, number, index, this.#emit);
    } else {
      throw invalidLine(number, `'${text}' is not a valid hunk header. ${VALID_HEADERS}`);
    }
  }

  #closeSection(number: number): void {
    const adding = this.#adding;
    const updating = this.#updating;
    this.#adding = null;
    this.#updating = null;
    if (adding !== null) this.#add({ kind: "add", ...adding });
    if (updating !== null) this.#add(updating.end(number));
  }

  #add(section: PatchSection): void {
    this.#emit({ type: "section-end", index: this.#sections.length, section });
    this.#sections.push(section);
  }
}

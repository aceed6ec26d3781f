import type { ContentItem } from "../../tools/index.ts";
import type { SessionLink } from "../pool/attempt.ts";

/** What a cell needs of the session it belongs to. */
export interface CellSession {
  readonly link: SessionLink;
  readonly notify: (cellId: string, text: string) => void;
  readonly emit: (cellId: string, item: ContentItem) => void;
  readonly commit: (stored: readonly (readonly [key: string, json: string])[]) => void;
}

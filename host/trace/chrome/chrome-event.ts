/** Values that viewers show beside an event. */
export type ChromeArgs = Readonly<Record<string, string | number | boolean | null>>;

/** Names a process or thread, or says where it stands. */
interface ChromeMetadata {
  readonly ph: "M";
  readonly name: "process_name" | "process_sort_index" | "thread_name" | "thread_sort_index";
  readonly pid: number;
  readonly tid: number;
  readonly args: { readonly name: string } | { readonly sort_index: number };
}

/** Something that lasted: `ts` and `dur` are whole microseconds, which every viewer reads without rounding. */
export interface ChromeComplete {
  readonly ph: "X";
  readonly name: string;
  readonly cat: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur: number;
  readonly args: ChromeArgs;
}

/** Something that happened on a thread. */
interface ChromeInstant {
  readonly ph: "i";
  readonly s: "t";
  readonly name: string;
  readonly cat: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly args: ChromeArgs;
}

/** An event of the trace-event format that Chrome and Perfetto read; only the kinds that isocell writes. */
export type ChromeEvent = ChromeMetadata | ChromeComplete | ChromeInstant;

/** Where events go. */
export type ChromeSink = (event: ChromeEvent) => void;

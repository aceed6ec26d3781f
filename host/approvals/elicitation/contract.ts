/** What a field of a form takes. */
export type FormFieldKind =
  | {
      readonly kind: "string";
      readonly format?: "email" | "uri" | "date" | "date-time";
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly default?: string;
    }
  | {
      readonly kind: "number" | "integer";
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    }
  | { readonly kind: "boolean"; readonly default?: boolean }
  /** One of some values. */
  | { readonly kind: "choice"; readonly options: readonly FormOption[]; readonly default?: string }
  /** Any number of some values. */
  | {
      readonly kind: "choices";
      readonly options: readonly FormOption[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly default?: readonly string[];
    };

/** A value that can be chosen, and what to call it. */
export interface FormOption {
  readonly value: string;
  readonly label: string;
}

/** One field of a form. */
export type FormField = FormFieldKind & {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required: boolean;
};

/** A question of an MCP server to whoever uses it. All texts are the server's: they are hostile to a terminal. */
export type Elicitation =
  | {
      readonly kind: "form";
      readonly server: string;
      readonly message: string;
      /** In the order of the server. */
      readonly fields: readonly FormField[];
    }
  | {
      readonly kind: "url";
      readonly server: string;
      readonly message: string;
      /** Where the user is to go; `http:` or `https:`. Opening it is the answerer's part. */
      readonly url: string;
    };

/** A value of a field that was filled in. */
export type FormValue = string | number | boolean | readonly string[];

/** What was answered. `content` only for a form that was accepted. */
export interface Elicited {
  readonly action: "accept" | "decline" | "cancel";
  readonly content?: Readonly<Record<string, FormValue>>;
}

/**
 * Asks whoever can answer. The signal fires when nobody waits for the answer any more. One that rejects, or answers what
 * is no answer, counts as `cancel`.
 *
 * `sessions`: ids of the sessions that have calls to the server under way, one of which the question is about.
 */
export type Elicit = (
  request: Elicitation,
  options: { readonly signal: AbortSignal; readonly sessions?: readonly string[] },
) => Promise<Elicited>;

/** How a question of a server ended, for events. */
export interface ElicitedReport {
  readonly kind: "form" | "url";
  readonly action: Elicited["action"];
  /** What was wrong with the answer, where it counts as `cancel` because of that. */
  readonly detail?: string;
}

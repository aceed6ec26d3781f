/** Why a request to a server failed, in words that hold no secret. */
export class HttpFailure extends Error {
  override readonly name = "HttpFailure";
  /** The HTTP status of the answer, if there was one that counts. */
  readonly status: number | undefined;
  /** Node's code of an error of the network. */
  readonly errno: string | undefined;
  /** What a user can do, if that is known already. */
  readonly advice: string | undefined;

  constructor(
    message: string,
    details: { status?: number; errno?: string | undefined; advice?: string | undefined } = {},
  ) {
    super(message);
    this.status = details.status;
    this.errno = details.errno;
    this.advice = details.advice;
  }

  /** The same, with this advice where it had none. */
  advised(advice: string | undefined): HttpFailure {
    const { message, status, errno } = this;
    if (advice === undefined || this.advice !== undefined) return this;
    return new HttpFailure(message, { ...(status === undefined ? {} : { status }), errno, advice });
  }

  /** The same, with the advice in its message, for whoever reads nothing else. */
  withAdvice(): HttpFailure {
    const { message, status, errno, advice } = this;
    if (advice === undefined || message.endsWith(advice)) return this;
    return new HttpFailure(`${message}. ${advice}`, { ...(status === undefined ? {} : { status }), errno, advice });
  }
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (connection refused)",
  ENOTFOUND: "its host name is not known",
  EAI_AGAIN: "its host name could not be looked up",
  ECONNRESET: "the connection was closed",
  UND_ERR_SOCKET: "the connection was closed",
  EHOSTUNREACH: "its host can't be reached",
  ENETUNREACH: "its network can't be reached",
  ETIMEDOUT: "no connection came about in time",
  UND_ERR_CONNECT_TIMEOUT: "no connection came about in time",
  UND_ERR_HEADERS_TIMEOUT: "nothing came for too long",
  UND_ERR_BODY_TIMEOUT: "nothing came for too long",
};

/** What went wrong when `fetch` threw. */
export function networkFailure(error: unknown, hide: (text: string) => string): HttpFailure {
  const { code, message } = innermost(error);
  const known = code !== undefined && Object.hasOwn(NETWORK, code) ? NETWORK[code] : undefined;
  if (known !== undefined) return new HttpFailure(known, { errno: code });
  if (code !== undefined && /CERT|SSL|TLS|SIGNED|UNABLE_TO/.test(code))
    return new HttpFailure(`its certificate is not accepted (${code})`, { errno: code });
  return new HttpFailure(hide(message), { errno: code });
}

/** `fetch` wraps what happened; several addresses that were tried are wrapped once more. */
function innermost(error: unknown): { readonly code: string | undefined; readonly message: string } {
  let current = error;
  for (let depth = 0; depth < 4 && current instanceof Error; depth += 1) {
    const inner: unknown = current instanceof AggregateError ? current.errors[0] : current.cause;
    if (!(inner instanceof Error)) break;
    current = inner;
  }
  if (!(current instanceof Error)) return { code: undefined, message: String(current) };
  const code = "code" in current && typeof current.code === "string" ? current.code : undefined;
  return { code, message: current.message };
}

// Plain code: a script that breaks promises or iterators breaks these two for itself and nothing else.

interface Settled {
  index: unknown;
  status: "fulfilled" | "rejected";
  value?: unknown;
  reason?: unknown;
}

/** Yields a record for each input in the order in which they settle. `index` is the position, or a Map's key. */
function as_settled(promises: Iterable<unknown> | Map<unknown, unknown>): AsyncGenerator<Settled> {
  const queue: Settled[] = [];
  let wake: () => void = ignore;
  let remaining = 0;
  const add = (index: unknown, input: unknown): void => {
    remaining++;
    const settle = (settled: Settled): void => {
      queue.push(settled);
      wake();
    };
    Promise.resolve(input).then(
      (value) => settle({ index, status: "fulfilled", value }),
      (reason: unknown) => settle({ index, status: "rejected", reason }),
    );
  };
  if (promises instanceof Map) {
    for (const [key, input] of promises) add(key, input);
  } else {
    let position = 0;
    for (const input of promises) add(position++, input);
  }
  return (async function* () {
    while (remaining > 0) {
      if (queue.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      const settled = queue.shift() as Settled;
      remaining--;
      yield settled;
    }
  })();
}

/** Awaits `callback` for each record of `as_settled`, one after the other. */
async function stream_settled(promises: Iterable<unknown>, callback: (settled: Settled) => unknown): Promise<void> {
  if (typeof callback !== "function") throw new TypeError("stream_settled requires a callback");
  for await (const settled of as_settled(promises)) await callback(settled);
}

defineGlobal("as_settled", as_settled, true);
defineGlobal("stream_settled", stream_settled, true);

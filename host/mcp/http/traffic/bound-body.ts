import { MAX_FRAME_BYTES } from "../../../../protocol/index.ts";
import { EventMeter } from "./event-meter.ts";

/** How a body ended. */
export interface BodyEnd {
  /** It was a stream of events, and one had an id: it may be asked to go on. */
  readonly resumable: boolean;
  /** It brought something: an event with data. */
  readonly fruitful: boolean;
}

const EMPTY_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** Whether an answer is a stream of events. */
export function isEventStream(response: Response): boolean {
  return response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() === "text/event-stream";
}

/**
 * The same answer, whose body is an error once it is longer than 256 MiB; of a stream of events each event counts alone.
 *
 * @param onEnd called once, when the body has ended in any way.
 */
export function boundBody(response: Response, onEnd: (end: BodyEnd) => void): Response {
  const { body, status, statusText, headers } = response;
  if (body === null || EMPTY_STATUSES.has(status)) {
    onEnd({ resumable: false, fruitful: false });
    return response;
  }
  const meter = isEventStream(response) ? new EventMeter() : undefined;
  const tooLong = (): Error => new RangeError(`its answer is longer than ${MAX_FRAME_BYTES} bytes`);
  let total = 0;
  let ended = false;
  const end = (): void => {
    if (ended) return;
    ended = true;
    onEnd({ resumable: meter?.hasId ?? false, fruitful: meter?.hasData ?? false });
  };
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const bounded = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller): Promise<void> {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end();
            return controller.close();
          }
          total = meter === undefined ? total + value.byteLength : meter.push(value);
          if (total > MAX_FRAME_BYTES) throw tooLong();
          controller.enqueue(value);
        } catch (error) {
          end();
          controller.error(error);
          await reader.cancel().catch(() => undefined);
        }
      },
      cancel(reason): Promise<void> {
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(bounded, { status, statusText, headers });
}

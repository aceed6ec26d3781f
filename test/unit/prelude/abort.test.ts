import { describe, expect, it } from "vitest";
import { PreludeContext, settle } from "./prelude-context.ts";

/** Runs the body of a function in a fresh context and returns what it returns. */
function run(body: string): unknown {
  return new PreludeContext().call(body);
}

describe("AbortController", () => {
  it("aborts its signal once, with an AbortError unless told otherwise", () => {
    expect(
      run(`
        const controller = new AbortController();
        const before = [controller.signal.aborted, controller.signal.reason];
        controller.abort();
        const reason = controller.signal.reason;
        controller.abort("later");
        const other = new AbortController();
        other.abort(null);
        return JSON.stringify([before, controller.signal.aborted, controller.signal.reason === reason, reason instanceof Error,
          reason.name, reason.message, other.signal.reason, reason.stack.includes("isocell"), reason.stack.split("\\n")[0]]);`),
    ).toBe(
      '[[false,null],true,true,true,"AbortError","This operation was aborted",null,false,"AbortError: This operation was aborted"]',
    );
  });

  it("has signals that only it can make", () => {
    expect(run("try { new AbortSignal() } catch (e) { return e.name + ': ' + e.message }")).toBe(
      "TypeError: Use AbortController to make a signal",
    );
    expect(run("return new AbortController().signal instanceof AbortSignal")).toBe(true);
  });
});

describe("AbortSignal", () => {
  it("tells each listener once, in order, and forgets those removed or heard", () => {
    expect(
      run(`
        const controller = new AbortController();
        const { signal } = controller;
        const seen = [];
        const removed = () => seen.push("removed");
        const twice = (event) => seen.push("twice " + event.type + " " + (event.target === signal));
        signal.onabort = () => seen.push("on");
        signal.addEventListener("abort", twice);
        signal.addEventListener("abort", twice);
        signal.addEventListener("abort", { handleEvent() { seen.push("object"); } });
        signal.addEventListener("abort", () => seen.push("once"), { once: true });
        signal.addEventListener("abort", removed);
        signal.addEventListener("other", () => seen.push("other"));
        signal.addEventListener("abort", null);
        signal.removeEventListener("abort", removed);
        signal.dispatchEvent({ type: "abort" });
        controller.abort();
        controller.abort();
        return seen.join();`),
    ).toBe("on,twice abort false,object,once,on,twice abort true,object");
  });

  it("drops listeners whose own signal was aborted", () => {
    expect(
      run(`
        const controller = new AbortController();
        const until = new AbortController();
        let heard = 0;
        controller.signal.addEventListener("abort", () => heard++, { signal: until.signal });
        controller.signal.addEventListener("abort", () => heard++, { signal: AbortSignal.abort() });
        until.abort();
        controller.abort();
        return heard;`),
    ).toBe(0);
  });

  it("does not tell a listener that another one removed meanwhile", () => {
    expect(
      run(`
        const controller = new AbortController();
        const { signal } = controller;
        const seen = [];
        const second = () => seen.push("second");
        signal.addEventListener("abort", () => { seen.push("first"); signal.removeEventListener("abort", second);
          signal.addEventListener("abort", () => seen.push("late")); });
        signal.addEventListener("abort", second);
        controller.abort();
        return seen.join();`),
    ).toBe("first");
  });

  it("throws its reason on request", () => {
    expect(
      run(`
        new AbortController().signal.throwIfAborted();
        try { AbortSignal.abort("why").throwIfAborted() } catch (reason) { return reason }`),
    ).toBe("why");
  });

  it("aborts with the first of several, all dependents before any listener", () => {
    expect(
      run(`
        const a = new AbortController();
        const b = new AbortController();
        const any = AbortSignal.any([a.signal, b.signal]);
        const nested = AbortSignal.any([any, AbortSignal.any([])]);
        const seen = [];
        a.signal.addEventListener("abort", () => seen.push(any.aborted, nested.aborted));
        nested.addEventListener("abort", () => seen.push(nested.reason));
        a.abort("first");
        b.abort("second");
        return JSON.stringify([seen, any.reason, AbortSignal.any([b.signal, a.signal]).reason, AbortSignal.any([]).aborted]);`),
    ).toBe('[[true,true,"first"],"first","second",false]');
    expect(run("try { AbortSignal.any([{}]) } catch (e) { return e.name }")).toBe("TypeError");
    expect(run("try { AbortSignal.any(5) } catch (e) { return e.name }")).toBe("TypeError");
  });

  it("aborts with a TimeoutError when its time is over", async () => {
    const context = new PreludeContext();
    context.run("globalThis.signal = AbortSignal.timeout(25.9)");
    expect([...context.timers]).toEqual([[1, 25]]);
    expect(context.run("signal.aborted")).toBe(false);
    context.fire(1);
    await settle();
    expect(context.run("[signal.aborted, signal.reason.name, signal.reason.message].join()")).toBe(
      "true,TimeoutError,The operation was aborted due to timeout",
    );
    expect(context.run("try { AbortSignal.timeout(-1) } catch (e) { e.name }")).toBe("TypeError");
  });

  it("reports what a listener throws as it reports a timer's exception, and tells the others", () => {
    const context = new PreludeContext();
    expect(
      context.call(`
        const controller = new AbortController();
        let heard = false;
        controller.signal.addEventListener("abort", () => { throw new Error("in a listener"); });
        controller.signal.addEventListener("abort", () => { heard = true; });
        controller.abort();
        return heard;`),
    ).toBe(true);
    expect(context.failures.map((failure) => failure.split("\n")[0])).toEqual(["Error: in a listener"]);
  });
});

describe("queueMicrotask", () => {
  it("runs callbacks in order between the microtasks of promises, without arguments", async () => {
    const context = new PreludeContext();
    context.run(`
      globalThis.seen = [];
      Promise.resolve().then(() => seen.push("promise 1"));
      queueMicrotask(function () { "use strict"; seen.push("task " + arguments.length + " " + this); });
      Promise.resolve().then(() => seen.push("promise 2"));
      seen.push("sync");`);
    await settle();
    expect(context.run("seen.join()")).toBe("sync,promise 1,task 0 undefined,promise 2");
  });

  it("ends the cell with what a callback throws, and ignores what it returns", async () => {
    const context = new PreludeContext();
    context.run(`
      queueMicrotask(() => { throw new Error("in a microtask"); });
      queueMicrotask(() => ({ get then() { throw new Error("never asked for"); } }));`);
    await settle();
    expect(context.failures.map((failure) => failure.split("\n")[0])).toEqual(["Error: in a microtask"]);
    expect(context.run("try { queueMicrotask('code') } catch (e) { e.name + ': ' + e.message }")).toBe(
      "TypeError: queueMicrotask expects a function callback",
    );
  });
});

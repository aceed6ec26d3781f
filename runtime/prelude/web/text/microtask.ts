function createQueueMicrotask(): unknown {
  const queueMicrotask = (callback: unknown): void => {
    if (typeof callback !== "function") {
      throw builtInError("TypeError", "queueMicrotask expects a function callback", queueMicrotask);
    }
    runDetached(callback as () => unknown);
  };
  return queueMicrotask;
}

defineLazyGlobal("queueMicrotask", createQueueMicrotask);

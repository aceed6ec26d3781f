const waiting = new Set<() => void>();

/** Has something called when the process exits by itself; what comes back takes it away again. */
export function atExit(flush: () => void): () => void {
  // One listener for all: Node warns of a leak when there are more than ten.
  if (waiting.size === 0) process.on("exit", flushAll);
  waiting.add(flush);
  return () => {
    if (waiting.delete(flush) && waiting.size === 0) process.off("exit", flushAll);
  };
}

function flushAll(): void {
  for (const flush of waiting) flush();
}

/**
 * What to use instead of something a script expected and that does not exist here; null when there is nothing to say.
 * One sentence for the report of a ReferenceError, beside its message and never in it.
 */
export function hintForMissing(name: string): string | null {
  return (
    networkHint(name) ?? moduleHint(name) ?? nodeHint(name) ?? browserHint(name) ?? engineHint(name) ?? toolHint(name)
  );
}

function networkHint(name: string): string | null {
  switch (name) {
    case "fetch":
    case "XMLHttpRequest":
    case "WebSocket":
    case "EventSource":
    case "axios":
    case "http":
    case "https":
    case "net":
    case "dns":
    case "Request":
    case "Response":
    case "Headers":
    case "FormData":
      return "There is no network here: call a tool that reaches it, as in `await tools.name(args)`; ALL_TOOLS lists them.";
    default:
      return null;
  }
}

function moduleHint(name: string): string | null {
  switch (name) {
    case "require":
    case "createRequire":
      return "There are no modules to load here: use the built-in globals, and tools for everything outside; ALL_TOOLS lists them.";
    case "module":
    case "exports":
      return "Nothing is exported from here: hand results over with text(value).";
    case "__dirname":
    case "__filename":
      return "The script is no file and has no folder: pass tools the paths they need.";
    default:
      return null;
  }
}

function nodeHint(name: string): string | null {
  switch (name) {
    case "process":
      return "There is no process here: no environment, arguments or exit codes; print with text(value), end early with exit().";
    case "Buffer":
      return "Use Uint8Array with TextEncoder and TextDecoder, and atob and btoa for base64.";
    case "Blob":
    case "File":
    case "FileReader":
      return "Use Uint8Array or ArrayBuffer for bytes, and tools for files; ALL_TOOLS lists them.";
    case "fs":
    case "fsPromises":
    case "os":
    case "child_process":
    case "exec":
    case "execSync":
    case "spawn":
    case "readFile":
    case "readFileSync":
    case "writeFile":
    case "writeFileSync":
      return "Files, commands and the system are reached through tools, as in `await tools.name(args)`; ALL_TOOLS lists them.";
    case "path":
      return "There is no path module: join and split paths as strings.";
    case "util":
      return "There is no util module: console.log shows any value, JSON.stringify writes it, structuredClone copies it.";
    case "assert":
      return "There is no assert module: throw an Error, or use console.assert.";
    case "events":
    case "EventEmitter":
    case "EventTarget":
    case "Event":
    case "CustomEvent":
      return "There are no events here: use functions and promises, and AbortController to cancel.";
    case "setImmediate":
      return "Use setTimeout(callback, 0), or queueMicrotask(callback).";
    case "clearImmediate":
      return "Use clearTimeout(id).";
    case "performance":
      return "Use Date.now(), or console.time and console.timeEnd.";
    case "crypto":
    case "Crypto":
      return "There is no crypto here: Math.random() is enough for names, hashes and keys are a tool's job.";
    default:
      return null;
  }
}

function browserHint(name: string): string | null {
  switch (name) {
    case "window":
    case "self":
    case "global":
    case "root":
      return "Use globalThis.";
    case "document":
    case "DOMParser":
    case "navigator":
    case "location":
      return "There is no page here: take texts from tools and work on them as strings.";
    case "localStorage":
    case "sessionStorage":
      return "Use store(key, value) and load(key) to keep values for later scripts.";
    case "alert":
    case "confirm":
    case "prompt":
      return "Nobody can be asked from here: use notify(value) to tell something at once, text(value) for results.";
    case "requestAnimationFrame":
    case "requestIdleCallback":
      return "Use setTimeout(callback, 0).";
    case "Worker":
    case "MessageChannel":
    case "BroadcastChannel":
      return "There is one thread here: start several tool calls at once and await Promise.all.";
    default:
      return null;
  }
}

function engineHint(name: string): string | null {
  switch (name) {
    case "Deno":
    case "Bun":
      return "This is neither Deno nor Bun, and files, network and processes are reached through tools; ALL_TOOLS lists them.";
    case "Temporal":
      return "Use Date and Intl.";
    case "WebAssembly":
    case "SharedArrayBuffer":
    case "Atomics":
      return "Only plain JavaScript on one thread runs here: use typed arrays and ordinary functions.";
    case "gc":
      return "Memory is collected without being asked.";
    default:
      return null;
  }
}

function toolHint(name: string): string | null {
  switch (name) {
    case "print":
    case "output":
    case "display":
      return "Use text(value) or console.log(value).";
    case "sleep":
    case "delay":
      return "Use `await new Promise((resolve) => setTimeout(resolve, ms))`.";
    case "state":
    case "storage":
      return "Use store(key, value) and load(key).";
    default:
      return null;
  }
}

/** Leaves out of an error's stack the frames of the prelude, which end with the function the script called. */
function hideFrames(error: Error, called: object): void {
  try {
    captureStackTrace(error, called as never);
  } catch {
    // A script that set Error.prepareStackTrace to something that throws gets the stack it had.
  }
}

/** A TypeError or RangeError as if the built-in `called` had thrown it. */
function builtInError(type: "TypeError" | "RangeError", message: string, called: object): Error {
  const error = new Original[type](message);
  hideFrames(error, called);
  return error;
}

/** What the platform throws as a DOMException: an Error with the name that scripts look at. */
function namedError(name: string, message: string, called: object): Error {
  const error = new Original.Error(message);
  defineOwn(error, "name", name, false);
  hideFrames(error, called);
  return error;
}

/** How an instance of one of the web classes is shown: its class and its properties, in order. */
interface PlatformView {
  readonly className: string;
  /** Texts of the properties; `show` prints a value. */
  readonly entries: (show: (value: unknown) => string) => string[];
}

type PlatformCheck = (value: object) => PlatformView | null;

/** One check for each web class that has been made so far; without one, no instance can exist. */
const platformChecks: PlatformCheck[] = [];
setPrototypeOf(platformChecks, null);

function addPlatformCheck(check: PlatformCheck): void {
  platformChecks[platformChecks.length] = check;
}

/** The view of an instance of a web class; null for anything else. Looks at private fields, so nothing can fake it. */
function platformView(value: object): PlatformView | null {
  for (let i = 0; i < platformChecks.length; i++) {
    const view = (platformChecks[i] as PlatformCheck)(value);
    if (view !== null) return view;
  }
  return null;
}

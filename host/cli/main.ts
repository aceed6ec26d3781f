#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Before anything else is imported. Saves parsing on every start but the first.
enableCompileCache();
const { dispatch } = await import("./dispatch.ts");
const exitCode = await dispatch(process.argv.slice(2));
// A tool module of the configuration may have left timers or sockets; they must not keep a finished command alive.
process.stdout.write("", () => process.exit(exitCode));

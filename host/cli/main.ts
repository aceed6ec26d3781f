#!/usr/bin/env node
import { enableCompileCache } from "node:module";

// Before anything else is imported. Saves parsing on every start but the first.
enableCompileCache();
// A script needs a runtime, which takes longer to start than all of this takes to load.
if (process.argv[2] === "run") (await import("../pool/runtime-process.ts")).prestartRuntime();
const { dispatch } = await import("./dispatch.ts");
const exitCode = await dispatch(process.argv.slice(2));
// A tool module of the configuration may have left timers or sockets; they must not keep a finished command alive.
process.stdout.write("", () => process.exit(exitCode));

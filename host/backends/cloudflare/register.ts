// For `node --import isocell/cloudflare/register`. Most of `@cloudflare/codemode`, `createCodeTool` among it, imports base
// classes from a module that only Workers have. With these in its place it loads on Node.js; what needs a Worker's runtime
// still does not work there.
import module from "node:module";

const WORKERS = "cloudflare:workers";
const BASE_CLASSES = "export class DurableObject {} export class RpcTarget {} export class WorkerEntrypoint {}";
const URL_OF_CLASSES = `data:text/javascript,${encodeURIComponent(BASE_CLASSES)}`;

if (typeof module.registerHooks !== "function") {
  throw new Error(`isocell/cloudflare/register needs Node.js 22.15 or later; this is ${process.version}`);
}
module.registerHooks({
  resolve: (specifier, context, next) =>
    specifier === WORKERS ? { url: URL_OF_CLASSES, shortCircuit: true } : next(specifier, context),
});

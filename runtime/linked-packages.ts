// Loaded ahead of everything else where packages are reached through a link to a whole folder of packages. Node follows the
// path to a package link by link, and may only look at a link that it may read; the permission model has no way of giving
// the right to a link without everything in the folder behind it. So the packages are looked for behind the link at once.
import module from "node:module";
import { pathToFileURL } from "node:url";

/** Names of packages, with the URL of a file that they are resolved from, as the host put them into this file's URL. */
const found = new URL(import.meta.url).searchParams;
/** Where the imports come from that are meant: ours, and not those of the packages among each other. */
const ours: string = new URL("../", import.meta.url).href;

// Node 22.12 to 22.14 have no such hooks; there the runtime does not start in this layout.
module.registerHooks?.({
  resolve: (specifier, context, next) => {
    const from = found.get(specifier.split("/", 1)[0] ?? "");
    if (from === null || context.parentURL?.startsWith(ours) !== true) return next(specifier, context);
    if (context.conditions.includes("import")) return next(specifier, { ...context, parentURL: from });
    const file = module.createRequire(from).resolve(specifier);
    return { url: pathToFileURL(file).href, shortCircuit: true };
  },
});

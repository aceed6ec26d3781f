import { flag, list, nullable, optional, struct, text } from "../../arguments/readers.ts";
import type { ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks } from "../callbacks/callbacks.ts";
import { hostTool } from "../callbacks/host-tool.ts";

const PLUGINS = list(
  struct("plugin", { id: text, name: text, description: optional(text), installed: optional(flag) }),
);
const ARGUMENTS = struct("RequestPluginInstallArgs", { plugin_id: text, reason: nullable(text) });
const ANSWER = struct("answer", { installed: flag, message: nullable(text) });

/** `list_available_plugins`. */
export function createListAvailablePluginsTool(
  available: NonNullable<BuiltinCallbacks["listAvailablePlugins"]>,
): ToolExecutor {
  return hostTool<object>({
    name: "list_available_plugins",
    description: "Lists plugins that could be installed, and those that are.",
    output: {
      type: "object",
      properties: {
        plugins: {
          type: "array",
          items: {
            type: "object",
            properties: {
              id: { type: "string" },
              name: { type: "string" },
              description: { type: "string" },
              installed: { type: "boolean" },
            },
            required: ["id", "name"],
          },
        },
      },
      required: ["plugins"],
    },
    readOnly: true,
    handle: async (_, context) => {
      const answer = await askHost(available, undefined, context);
      return { value: { plugins: readAnswer(answer, PLUGINS) } };
    },
  });
}

/** `request_plugin_install`: the host asks the user, and installs. */
export function createRequestPluginInstallTool(
  install: NonNullable<BuiltinCallbacks["requestPluginInstall"]>,
): ToolExecutor {
  return hostTool<ReturnType<typeof ARGUMENTS>>({
    name: "request_plugin_install",
    description: "Asks the user to install a plugin of list_available_plugins. Its tools come with a later request.",
    parameters: {
      plugin_id: { type: "string", description: "The plugin's id, as listed." },
      reason: { type: "string", description: "Why it would help, in one sentence." },
    },
    required: ["plugin_id"],
    output: {
      type: "object",
      properties: { plugin_id: { type: "string" }, installed: { type: "boolean" }, message: { type: "string" } },
      required: ["plugin_id", "installed"],
    },
    read: ARGUMENTS,
    handle: async ({ plugin_id: pluginId, reason }, context) => {
      const request = { pluginId, ...(reason === undefined ? {} : { reason }) };
      const answer = readAnswer(await askHost(install, request, context), ANSWER);
      return { value: { plugin_id: pluginId, ...answer } };
    },
  });
}

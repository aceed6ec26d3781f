import { debuglog } from "node:util";
import { flag, list, nullable, oneOf, struct, text } from "../../arguments/readers.ts";
import type { CallContext, ToolExecutor } from "../../contract/executor.ts";
import { askHost, readAnswer } from "../callbacks/ask-host.ts";
import type { BuiltinCallbacks, PermissionGrant, PermissionRequest, PermissionSet } from "../callbacks/callbacks.ts";
import { hostTool, ModelMistake } from "../callbacks/host-tool.ts";

const log = debuglog("isocell");

const SET = struct("RequestPermissionProfile", {
  network: nullable(struct("NetworkPermissions", { enabled: nullable(flag) })),
  file_system: nullable(struct("FileSystemPermissions", { read: nullable(list(text)), write: nullable(list(text)) })),
});
const ARGUMENTS = struct("RequestPermissionsArgs", { reason: nullable(text), permissions: SET });
const GRANT = struct("grant", { permissions: SET, scope: nullable(oneOf(["turn", "session"])) });

const PATHS = { type: "array", items: { type: "string" } };
const SET_SCHEMA = {
  type: "object",
  properties: {
    network: {
      type: "object",
      properties: { enabled: { type: "boolean" } },
      additionalProperties: false,
    },
    file_system: {
      type: "object",
      properties: { read: PATHS, write: PATHS },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};

/**
 * `request_permissions`: the model asks for rights it does not have. What is granted is at most what was asked for, whatever
 * the callback answers; a callback that fails grants nothing.
 */
export function createRequestPermissionsTool(ask: NonNullable<BuiltinCallbacks["requestPermissions"]>): ToolExecutor {
  return hostTool<PermissionRequest>({
    name: "request_permissions",
    description:
      "Asks the user for rights that later calls need: the network, or reading and writing of paths outside of the " +
      "allowed folders. The answer names what was granted, which may be less.",
    parameters: { reason: { type: "string", description: "Why, in one sentence." }, permissions: SET_SCHEMA },
    required: ["permissions"],
    output: {
      type: "object",
      properties: { permissions: SET_SCHEMA, scope: { type: "string", enum: ["turn", "session"] } },
      required: ["permissions", "scope"],
    },
    read: ARGUMENTS,
    handle: async (request, context) => {
      if (isEmpty(request.permissions)) {
        throw new ModelMistake("request_permissions requires at least one permission");
      }
      const { permissions, scope = "turn" } = await grantOf(ask, request, context);
      return { value: { permissions: atMost(permissions, request.permissions), scope } };
    },
  });
}

async function grantOf(
  ask: NonNullable<BuiltinCallbacks["requestPermissions"]>,
  request: PermissionRequest,
  context: CallContext,
): Promise<PermissionGrant> {
  try {
    return readAnswer(await askHost(ask, request, context), GRANT);
  } catch (error) {
    context.signal.throwIfAborted();
    log("the callback of request_permissions failed: %s", error instanceof Error ? error.message : typeof error);
    return { permissions: {} };
  }
}

function isEmpty(set: PermissionSet): boolean {
  const { network, file_system: files } = set;
  return network?.enabled !== true && (files?.read ?? []).length === 0 && (files?.write ?? []).length === 0;
}

function atMost(granted: PermissionSet, asked: PermissionSet): PermissionSet {
  const read = common(granted.file_system?.read, asked.file_system?.read);
  const write = common(granted.file_system?.write, asked.file_system?.write);
  const network = granted.network?.enabled === true && asked.network?.enabled === true;
  const files = { ...(read.length === 0 ? {} : { read }), ...(write.length === 0 ? {} : { write }) };
  return {
    ...(network ? { network: { enabled: true } } : {}),
    ...(Object.keys(files).length === 0 ? {} : { file_system: files }),
  };
}

function common(granted: readonly string[] = [], asked: readonly string[] = []): readonly string[] {
  const allowed = new Set(granted);
  return asked.filter((path) => allowed.has(path));
}

import { spawn } from "node:child_process";
import { once } from "node:events";

/**
 * Opens a web page in the user's browser. False when there is none to open it in.
 *
 * @param page with http: or https:.
 */
export async function openBrowser(
  page: URL,
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
): Promise<boolean> {
  const [command, ...args] = browserCommand(page.href, variables, platform);
  if (command === undefined) return false;
  try {
    // No shell: the address comes from a server.
    const child = spawn(command, args, { stdio: "ignore", detached: true });
    await once(child, "spawn");
    child.unref();
    child.on("error", () => undefined);
    return true;
  } catch {
    return false;
  }
}

function browserCommand(
  address: string,
  variables: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly string[] {
  if (variables["BROWSER"] === "none") return [];
  if (platform === "darwin") return ["open", address];
  if (platform === "win32") return ["rundll32", "url.dll,FileProtocolHandler", address];
  const hasDisplay = [variables["DISPLAY"], variables["WAYLAND_DISPLAY"]].some((value) => (value ?? "") !== "");
  return hasDisplay ? ["xdg-open", address] : [];
}

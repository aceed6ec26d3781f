import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/**
 * The user's folder for this program: `$XDG_CONFIG_HOME/isocell` where that is set, else `~/.config/isocell`,
 * `~/Library/Application Support/isocell` on macOS and `%APPDATA%\isocell` on Windows.
 */
export function configFolder(
  variables: Readonly<Record<string, string | undefined>> = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  const { XDG_CONFIG_HOME: xdg, APPDATA: appData } = variables;
  // The specification of these folders says to ignore relative paths.
  if (xdg !== undefined && isAbsolute(xdg)) return join(xdg, "isocell");
  if (platform === "win32") return join(appData ?? join(home, "AppData", "Roaming"), "isocell");
  if (platform === "darwin") return join(home, "Library", "Application Support", "isocell");
  return join(home, ".config", "isocell");
}

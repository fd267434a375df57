// A separate entry point: what people do with a folder, apart from what the agent does in it.

export { widenedRules } from "./files/bounded-globs.ts";
export { packTexts, unpackFolder } from "./folder/archive.ts";
export { type FolderEntry, FolderFiles } from "./folder/folder-files.ts";
export { folderSize } from "./folder/folder-size.ts";
export { openShell, type Shell } from "./folder/open-shell.ts";
export { packFolder } from "./folder/pack-folder.ts";
export { watchFolder } from "./folder/watch-folder.ts";

// A separate entry point: what users do with a folder, as opposed to tasks.
export {
  type FolderEntry,
  FolderFiles,
  folderSize,
  openShell,
  packFolder,
  packTexts,
  type Shell,
  unpackFolder,
  watchFolder,
} from "@roo-code/workspace/folder";
export { cloneRepository } from "./git/clone-repository.ts";
export { Repository } from "./git/repository.ts";

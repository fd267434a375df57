const pipes = "\\\\.\\pipe\\";

/** Where a server listens and a client connects: on Windows a named pipe made from the path, elsewhere the path itself. */
export function endpointOf(path: string, platform: string = process.platform): string {
  if (platform !== "win32" || path.startsWith(pipes)) return path;
  return `${pipes}${path.replace(/^\//, "").replaceAll("/", "-")}`;
}

export function isPipe(endpoint: string): boolean {
  return endpoint.startsWith(pipes);
}

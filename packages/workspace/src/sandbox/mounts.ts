/** One step in building what a command sees of the machine; later ones cover earlier ones. */
export type Mount =
  | { readonly kind: "read" | "write"; readonly source: string; readonly target: string }
  /** A symbolic link with this target. */
  | { readonly kind: "link"; readonly source: string; readonly target: string }
  | { readonly kind: "folder"; readonly target: string };

export function readOnly(path: string, source = path): Mount {
  return { kind: "read", source, target: path };
}

export function writable(path: string, source = path): Mount {
  return { kind: "write", source, target: path };
}

/** Why a file is not indexed. */
export type SkipReason = "large" | "binary" | "generated" | "private";

export const maxFileBytes = 1024 * 1024;

/** By name and size alone; undefined when the file should be read. */
export function skipByName(path: string, size: number): SkipReason | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  if (privateNames.test(name)) return "private";
  if (binaryNames.test(name)) return "binary";
  if (generatedNames.test(name)) return "generated";
  return size > maxFileBytes ? "large" : undefined;
}

/** Text has no zero bytes, and lines of thousands of characters are generated. */
export function skipByContent(bytes: Uint8Array): SkipReason | undefined {
  if (bytes.subarray(0, 8192).includes(0)) return "binary";
  return bytes.length > 5000 && bytes.length / lineCount(bytes) > 1000 ? "generated" : undefined;
}

function lineCount(bytes: Uint8Array): number {
  let lines = 1;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

const newline = 10;

// Files with keys are never indexed: a remote embedder would send them off the machine.
const privateNames =
  /^\.env(\..+)?$|\.(pem|key|p12|pfx|jks|keystore|kdbx|asc|gpg)$|^id_(rsa|dsa|ecdsa|ed25519)$|^\.npmrc$|^\.netrc$/;
const generatedNames =
  /\.min\.(js|css|mjs)$|\.map$|^(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|cargo\.lock|poetry\.lock|uv\.lock|composer\.lock|gemfile\.lock|go\.sum|flake\.lock|bun\.lock)$|\.(svg|log|csv|tsv|jsonl|ndjson|lock|snap)$/;
const binaryNames =
  /\.(png|jpe?g|gif|webp|avif|bmp|ico|tiff?|psd|mp[34]|m4a|wav|ogg|flac|avi|mov|mkv|webm|woff2?|ttf|otf|eot|pdf|docx?|xlsx?|pptx?|zip|gz|tgz|bz2|xz|zst|7z|rar|jar|war|class|so|dll|dylib|exe|bin|wasm|o|a|obj|pyc|sqlite3?|db|node|dat|parquet|onnx|pt|safetensors)$/;

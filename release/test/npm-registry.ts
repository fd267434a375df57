import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync, gzip } from "node:zlib";
import { listenOnLoopback } from "@roo-code/testkit/listen-on-loopback";
import { createTar } from "../archive/tar.ts";
import { root } from "../workspace.ts";

/** An npm registry on loopback with our packed packages, and every package that is installed in this checkout. */
export interface NpmRegistry extends AsyncDisposable {
  readonly url: string;
  /** Paths of all requests. */
  readonly requests: readonly string[];
}

interface Version {
  readonly manifest: { readonly name: string; readonly version: string };
  readonly tarball: () => Promise<Buffer>;
}

/** `tarballs`: paths of packed packages. */
export async function npmRegistry(tarballs: readonly string[]): Promise<NpmRegistry> {
  const packed = tarballs.map(packedVersion);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    requests.push(path);
    void answer(path).then(
      (body) => (body === undefined ? response.writeHead(404).end("{}") : response.end(body)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  const url = `http://127.0.0.1:${await listenOnLoopback(server)}`;

  /** `/name`, `/name/latest` or `/-/name/version.tgz`. */
  async function answer(path: string): Promise<string | Buffer | undefined> {
    const [, tarballOf, version] = /^\/-\/(.+)\/([^/]+)\.tgz$/.exec(path) ?? [];
    if (tarballOf !== undefined)
      return versionsOf(tarballOf)
        .find(({ manifest }) => manifest.version === version)
        ?.tarball();
    const name = path.replace(/^\//, "").replace(/\/latest$/, "");
    const versions = versionsOf(name);
    const latest = versions.at(-1);
    if (!latest) return undefined;
    if (path.endsWith("/latest")) return JSON.stringify(latest.manifest);
    const described = versions.map(({ manifest }) => [
      manifest.version,
      { ...manifest, dist: { tarball: tarballUrl(manifest) } },
    ]);
    return JSON.stringify({
      name,
      "dist-tags": { latest: latest.manifest.version },
      versions: Object.fromEntries(described),
    });
  }

  function versionsOf(name: string): readonly Version[] {
    const ours = packed.filter(({ manifest }) => manifest.name === name);
    return ours.length > 0 ? ours : installedVersions(name);
  }

  function tarballUrl({ name, version }: Version["manifest"]): string {
    return `${url}/-/${name}/${version}.tgz`;
  }

  return {
    url,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function packedVersion(file: string): Version {
  const content = readFileSync(file);
  const tar = gunzipSync(content);
  const at = tar.indexOf("package/package.json\0");
  const size = Number.parseInt(tar.toString("latin1", at + 124, at + 135), 8);
  const manifest = JSON.parse(tar.toString("utf8", at + 512, at + 512 + size)) as Version["manifest"];
  return { manifest, tarball: async () => content };
}

/** Found among pnpm's folders: `.pnpm/<name>@<version>…/node_modules/<name>`. */
function installedVersions(name: string): readonly Version[] {
  const store = join(root, "node_modules/.pnpm");
  const prefix = `${name.replace("/", "+")}@`;
  const folders = readdirSync(store)
    .filter((entry) => entry.startsWith(prefix))
    .map((entry) => join(store, entry, "node_modules", name))
    .filter((folder) => existsSync(join(folder, "package.json")));
  return folders.map((folder) => ({
    manifest: JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Version["manifest"],
    tarball: () => packFolder(folder),
  }));
}

async function packFolder(folder: string): Promise<Buffer> {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !file.slice(folder.length).includes("/node_modules/"));
  const entries = files.map((file) => ({
    type: "file" as const,
    path: `package${file.slice(folder.length)}`,
    content: readFileSync(file),
    isExecutable: (statSync(file).mode & 0o100) !== 0,
  }));
  return promisify(gzip)(createTar(entries, 0), { level: 1 });
}

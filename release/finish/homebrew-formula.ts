import type { PlatformFiles } from "./release-files.ts";

interface Formula {
  readonly version: string;
  readonly homepage: string;
  /** Where the files of the release are. */
  readonly address: string;
  readonly platforms: readonly PlatformFiles[];
}

/** `roo-code.rb`, for a tap. */
export function homebrewFormula({ version, homepage, address, platforms }: Formula): string {
  const systems = (["darwin", "linux"] as const).flatMap((os) => {
    const ofSystem = platforms.filter(({ platform }) => platform.os === os);
    if (ofSystem.length === 0) return [];
    const blocks = ofSystem.map(({ platform: { cpu }, archive }) => [
      `    on_${cpu === "arm64" ? "arm" : "intel"} do`,
      `      url "${address}/${archive.name}"`,
      `      sha256 "${archive.sha256}"`,
      "    end",
    ]);
    return [`  on_${os === "darwin" ? "macos" : "linux"} do`, ...blocks.flat(), "  end", ""];
  });
  return `class RooCode < Formula
  desc "AI coding agent for the terminal and the browser"
  homepage "${homepage}"
  version "${version}"
  license "MIT"

${systems.join("\n")}
  def install
    libexec.install Dir["*"]
    bin.install_symlink libexec/"bin/roo"
    man1.install_symlink libexec/"share/man/man1/roo.1"
    bash_completion.install_symlink libexec/"share/bash-completion/completions/roo"
    zsh_completion.install_symlink libexec/"share/zsh/vendor-completions/_roo"
    fish_completion.install_symlink libexec/"share/fish/vendor_completions.d/roo.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/roo --version")
  end
end
`;
}

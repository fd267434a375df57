#!/bin/sh
# Installs roo @VERSION@ into ~/.local/bin, or into the folder named by ROO_INSTALL_DIR. No sudo, no other files.
#   curl -fsSL @ADDRESS@/install.sh | sh
set -eu

main() {
  address=${ROO_DOWNLOAD_URL:-@ADDRESS@}
  folder=${ROO_INSTALL_DIR:-${HOME:?HOME is not set}/.local/bin}
  system=$(uname -s) machine=$(uname -m)
  case $system/$machine in
@PLATFORMS@
    *) fail "there is no executable for $system on $machine. With Node 22.12 or newer: npm install --global @roo-code/cli" ;;
  esac
  if [ "$system" = Linux ] && ldd --version 2>&1 | grep -qi musl; then
    fail "the executable needs glibc, and this system uses musl. With Node 22.12 or newer: npm install --global @roo-code/cli"
  fi

  mkdir -p "$folder"
  part=$(mktemp "$folder/.roo.XXXXXX") || fail "cannot write to $folder; ROO_INSTALL_DIR names another folder"
  trap 'rm -f "$part"' EXIT INT TERM
  echo "Downloading $address/$file"
  download "$address/$file" "$part" || fail "the download failed"
  found=$(digest "$part")
  [ "$found" = "$sha256" ] || fail "the checksum of the download is wrong: it is $found and must be $sha256"
  chmod 755 "$part"
  mv "$part" "$folder/roo"

  echo "Installed $("$folder/roo" --version) as $folder/roo"
  case :$PATH: in
    *":$folder:"*) ;;
    *) echo "Add it to your PATH:  export PATH=\"$folder:\$PATH\"" ;;
  esac
  echo "Try it, without an API key:  roo demo"
}

download() {
  if command -v curl >/dev/null; then curl -fsSL --output "$2" "$1"
  elif command -v wget >/dev/null; then wget -q -O "$2" "$1"
  else fail "neither curl nor wget is installed"
  fi
}

digest() {
  if command -v sha256sum >/dev/null; then sha256sum "$1" | cut -d ' ' -f 1
  elif command -v shasum >/dev/null; then shasum -a 256 "$1" | cut -d ' ' -f 1
  elif command -v openssl >/dev/null; then openssl dgst -sha256 -r "$1" | cut -d ' ' -f 1
  else fail "no program to check the download: sha256sum, shasum or openssl"
  fi
}

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

# Last, so that nothing runs of a script that was cut off.
main

/** When a program runs something that rules cannot inspect. */
export interface HiddenCode {
  /** Description that follows the program's name. */
  readonly what: string;
  /** Only with one of these as first operand. */
  readonly subcommands?: readonly string[];
  /** Not with one of these as first operand. */
  readonly except?: readonly string[];
  /** Only with one of these options: `-I`, `--to-command`. */
  readonly options?: readonly string[];
  /** Only with a matching word. */
  readonly words?: RegExp;
  /** Also if it reads input. */
  readonly hasInput?: true;
}

const list = (text: string) => text.split(/\s+/).filter(Boolean);
const all = (names: string, code: HiddenCode): [string, HiddenCode][] => list(names).map((name) => [name, code]);

const infoCommands = list("help version list ls ll la view info show outdated why root prefix bin search whoami ping");
const program = { what: "runs programs named in project files" };
const scripts = { what: "runs scripts named in project files" };
const code = { what: "runs code in its own language" };
const editor = { what: "has commands that run programs" };
const elsewhere = { what: "runs commands later or elsewhere" };

/** Programs whose words do not show what they run, by name in lower case. */
export const hiddenPrograms: ReadonlyMap<string, HiddenCode> = new Map<string, HiddenCode>([
  ...all("npm pnpm yarn yarnpkg", {
    ...scripts,
    except: [...infoCommands, "audit", "pack", "explain", "fund", "dist-tag"],
  }),
  ...all(
    "npx pnpx bunx corepack nx turbo lerna rush gulp grunt jest vitest mocha ava karma cypress playwright",
    program,
  ),
  ...all("webpack vite rollup parcel next nuxt ng eslint storybook nodemon pm2 forever ts-node tsx zx ncc", program),
  ...all("npm-run-all run-s run-p lint-staged husky lefthook pre-commit act direnv mise asdf rtx volta nvm", program),
  ...all("make gmake bmake pmake nmake ninja samu cmake ctest meson scons waf bazel bazelisk buck buck2 tup", program),
  ...all("gradle gradlew mvn mvnw ant sbt lein mill kotlinc rake bundle bundler rails rspec fastlane pod", program),
  ...all("just task mage invoke inv fab nox tox pytest py.test nose2 behave poetry pipenv uv uvx pdm hatch", program),
  ...all("pip pip3 pipx conda mamba easy_install twine", { ...program, except: [...infoCommands, "freeze", "check"] }),
  ...all("composer phpunit artisan mix rebar3 stack cabal dune opam nimble flutter dart xcodebuild xcrun", program),
  ...all("cargo", {
    ...program,
    except: [...infoCommands, "tree", "metadata", "add", "remove", "fmt", "locate-project"],
  }),
  ...all("go", { ...program, subcommands: list("run test generate tool build install vet get") }),
  ...all("zig swift dotnet vagrant packer terraform tofu pulumi serverless nix nix-shell guix devbox", program),
  ...all("gem", { ...program, except: [...infoCommands, "environment", "contents"] }),
  ...all("apt apt-get aptitude dpkg rpm dnf yum zypper pacman apk brew snap flatpak", {
    what: "runs package scripts",
    except: [...infoCommands, "policy", "depends", "changelog", "-l", "-L", "-s", "-S", "-qa", "-qi", "-ql"],
  }),
  ...all("pdftex pdflatex latex lualatex luatex tex xetex xelatex latexmk context", code),
  ...all("m4 dc gnuplot octave maxima sage expect tclsh wish irb ipython bpython jshell groovy scala kotlin", code),
  ...all("clojure clj bb elixir iex erl escript ocaml guile racket sbcl clisp ghci runghc runhaskell julia r", code),
  ...all("rscript java jjs jrunscript mono csharp deno bun osascript pwsh powershell fish csh tcsh nu xonsh", code),
  ...all("elvish rc es sash slsh bpftrace dtrace stap newlisp io factor forth gforth", code),
  ...all(
    "vi vim nvim vimdiff gvim view ex rvim rview ed red emacs emacsclient sudoedit visudo vipw vigr nano pico joe jed mc kak hx",
    editor,
  ),
  ...all("micro lftp ftp smbclient w3m lynx links elinks mutt mail mailx alpine gimp top htop nnn ranger", editor),
  ...all("gdb lldb rr perf uftrace gcore scanmem crash pdb byebug pry", { what: "runs programs under its control" }),
  ...all("tmux screen zellij dtach abduco byobu at batch crontab anacron run-parts systemctl service", elsewhere),
  ...all("launchctl supervisorctl cmd gdbus dbus-send busctl xdg-open open run-mailcap mosh telnet rlogin", elsewhere),
  ...all("ansible ansible-playbook salt puppet chef-client knife virsh lxc lxc-attach machinectl wsl", elsewhere),
  ...all("docker podman nerdctl buildah docker-compose podman-compose", {
    what: "runs programs in a container",
    subcommands: list("run exec compose build buildx create start container up"),
  }),
  ...all("kubectl oc", { ...elsewhere, subcommands: list("exec run debug cp proxy attach") }),
  ...all("parallel", { what: "runs its input" }),
  ...all("psql mysql mariadb sqlite3 sqlite duckdb mongosh mongo redis-cli", {
    what: "has commands that run programs",
    words: /\\!|(^|[\n;])\s*\.(s|im|re|o|lo)|load_extension|system|sys_exec|copy\b.*\bprogram/is,
    options: ["-f", "--file", "-init", "-cmd", "--init-command", "--eval"],
    hasInput: true,
  }),
  ...all("tar gtar bsdtar", {
    what: "runs a program for each archive",
    options: list(
      "--checkpoint-action --to-command -I --use-compress-program --rmt-command --rsh-command -F --info-script --new-volume-script --use-compress-prog",
    ),
  }),
  ...all("zip", { what: "runs a program to test", options: ["-TT", "--unzip-command"] }),
  ...all("cpio pax", { what: "runs a program to connect", options: ["--rsh-command"] }),
  ...all("ssh scp sftp rsync", {
    what: "runs a program to connect",
    options: ["-o", "-F", "-S", "-D", "-e", "--rsh", "--rsync-path", "-b"],
    hasInput: true,
  }),
  ...all("rg", { what: "runs a program for each file", options: ["--pre", "--hostname-bin"] }),
  ...all("sort", { what: "runs a program to compress", options: ["--compress-program"] }),
  ...all("split", { what: "runs its filter", options: ["--filter"] }),
  ...all("man less more most batcat bat", {
    what: "runs a pager or a command",
    options: ["-P", "-H", "--pager", "--html", "-k"],
    words: /^\+|!/,
  }),
  ...all("gcc g++ cc c++ clang clang++ ld", {
    what: "runs programs named by its options",
    options: list("-wrapper -specs -B -fplugin -plugin -fuse-ld"),
    words: /^@/,
  }),
  ...all("nc ncat netcat socat", {
    what: "runs a program for a connection",
    words: /^-[a-z]*[ec]$|exec|system|shell/i,
  }),
  ...all("wget aria2c", { what: "runs a program", options: ["--use-askpass", "-e", "--execute"], words: /^--on-/ }),
  ...all("nmap tcpdump tshark", { what: "runs a program", options: ["--script", "--interactive", "-z", "-X"] }),
  ...all("openssl ssh-keygen ssh-add", { what: "loads code", options: ["-engine", "-provider", "-D", "-s"] }),
  ...all("tcc", { what: "runs what it compiles", words: /^-run/ }),
  ...all("ghc nim crystal javac", { what: "runs code", words: /^(-e|-J.*|-processor.*|r|run|eval|spec)$/ }),
  ...all("ssh-agent", { what: "runs a program", words: /^[^-]/ }),
  ...all("ip", { what: "runs a program", words: /^exec$|^-b/ }),
  ...all("pandoc", { what: "runs filters", options: ["-F", "-L", "--filter", "--lua-filter", "--pdf-engine"] }),
  ...all("exiftool", { what: "runs code", words: /^-(if|config|api|tagsfromfile|p)$|\$\{/ }),
  ...all("install", { what: "runs a program", options: ["--strip-program"] }),
  ...all("certbot restic borg logrotate", { what: "runs programs named by its options", words: /hook|command|^-/ }),
]);

/** Interpreters whose names may include a version. */
export const languages =
  /^(python|pypy|node|nodejs|perl|ruby|jruby|php|php-cgi|lua|luajit|tclsh|wish|guile|irb|erl|ipython)[-\d.]*$/;

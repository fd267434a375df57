import { join } from "node:path";

/** Keys, passwords and shell histories. Hidden from commands even if the home folder is the workspace. */
const homeNames = `.ssh .aws .azure .gnupg .netrc .git-credentials .docker .kube .config/gh .config/gcloud .config/hub
  .config/google-chrome .config/chromium .config/BraveSoftware .mozilla .thunderbird .password-store .local/share/keyrings
  .cargo/credentials .cargo/credentials.toml .m2/settings.xml .gradle/gradle.properties .pypirc .gem/credentials
  .composer/auth.json .config/composer/auth.json .terraform.d .vault-token .pgpass .my.cnf .boto .config/rclone .config/op
  .1password .bash_history .zsh_history .node_repl_history .psql_history .python_history .claude .codex .config/opencode
  .dotnet/corefx .julia/servers .local/share/uv/credentials .config/uv .roo .config/Code .vscode-server .local/share/opencode`.split(
  /\s+/,
);

/** Only readable by root, but a command may run as root. */
export const secretsInEtc: readonly string[] =
  `shadow shadow- gshadow gshadow- sudoers sudoers.d krb5.keytab ssl/private security/opasswd
  wireguard NetworkManager/system-connections docker kubernetes ppp/chap-secrets ppp/pap-secrets
  ssh/ssh_host_rsa_key ssh/ssh_host_ecdsa_key ssh/ssh_host_ed25519_key ssh/ssh_host_dsa_key`
    .split(/\s+/)
    .map((name) => join("/etc", name));

/** Whether they exist or not. */
export function secretsOfHome(home: string): readonly string[] {
  return homeNames.map((name) => join(home, name));
}

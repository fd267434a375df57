/** What bubblewrap can do on this machine, found out by trying. */
export interface BubblewrapAbilities {
  readonly program: string;
  /** Commands live in a user namespace of their own, in which there are no further ones. */
  readonly hasUserNamespace: boolean;
  readonly disablesUserNamespaces: boolean;
  readonly hasFilter: boolean;
  /** The flag by which `/bin/sh` limits processes. */
  readonly processFlag: "-u" | "-p";
}

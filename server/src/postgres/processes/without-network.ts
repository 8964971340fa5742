import type { Account } from '../engines/account.ts'
import { runAs } from '../engines/run.ts'

/** The program, and its account if the program does not change it itself. */
export type AccountCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Starts a program as an account, without a network if the account has none: an empty network
 * namespace keeps it from all addresses and from the machine's abstract Unix sockets. Unix sockets
 * with a path work as before. The programs of util-linux replace themselves, so the process stays
 * the same.
 */
export function commandAs(
  account: Account | undefined,
  file: string,
  args: readonly string[],
): AccountCommand {
  if (!account) return { file, args, ids: undefined }
  const { uid, gid } = account
  if (account.hasNetwork !== false) return { file, args, ids: { uid, gid } }
  const change = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--no-new-privs']
  return { file: 'unshare', args: ['--net', ...change, file, ...args], ids: undefined }
}

/** Whether programs can be started without a network: as root, except in strict containers. */
export async function canRunWithoutNetwork(id: number): Promise<boolean> {
  const account: Account = { name: `${id}`, uid: id, gid: id, hasNetwork: false }
  const { file, args } = commandAs(account, 'true', [])
  return runAs(undefined, file, args).then(
    () => true,
    () => false,
  )
}

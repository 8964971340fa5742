import type { Account } from '../engines/account.ts'
import { runAs } from '../engines/run.ts'

/** What is started, and as which account if the program does not change it itself. */
export type AccountCommand = {
  readonly file: string
  readonly args: readonly string[]
  readonly ids: { readonly uid: number; readonly gid: number } | undefined
}

/**
 * Starts a program as an account, in an empty network namespace if the account has no network: it
 * then reaches neither an address nor the abstract Unix sockets of the machine. Unix sockets with a
 * path work as before. The programs of util-linux replace themselves, so the process stays the same.
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

/** Whether programs can be started without a network: for root, outside of strict containers. */
export async function canRunWithoutNetwork(id: number): Promise<boolean> {
  const account: Account = { name: `${id}`, uid: id, gid: id, hasNetwork: false }
  const { file, args } = commandAs(account, 'true', [])
  return runAs(undefined, file, args).then(
    () => true,
    () => false,
  )
}

import { chmod, chown } from 'node:fs/promises'
import { drawId, type IdRange } from '../../../lib/id-range.ts'

/** An operating system account for functions of one project. */
export type FunctionAccount = { readonly uid: number; readonly gid: number }

export type FunctionAccounts = {
  /** An account that no folder belongs to; undefined if the server is not root. */
  next(): Promise<FunctionAccount | undefined>
  /** Called when no process runs as the account and no file belongs to it any more. */
  release(account: FunctionAccount | undefined): void
}

/**
 * Chooses accounts at random. As for clusters, folders are the only record of those in use, except for
 * accounts that were chosen and have no folder yet. The group of an account has the same number.
 *
 * @param readOwners the groups of the folders of running functions, of other servers too
 */
export function createFunctionAccounts(
  ids: IdRange,
  readOwners: () => Promise<ReadonlySet<number>>,
): FunctionAccounts {
  const chosen = new Set<number>()
  return {
    async next() {
      if (process.getuid?.() !== 0) return undefined
      const owners = await readOwners()
      const uid = drawId(ids, (id) => chosen.has(id) || owners.has(id))
      chosen.add(uid)
      return { uid, gid: uid }
    },
    release: (account) => void (account && chosen.delete(account.uid)),
  }
}

/** Makes the account, if there is one, the owner of a folder. */
export async function giveFolder(
  folder: string,
  account: FunctionAccount | undefined,
): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid)
}

/**
 * Lets the account enter a folder of root, but not change it, so that it cannot rename what root
 * creates there.
 */
export async function closeFolder(
  folder: string,
  account: FunctionAccount | undefined,
): Promise<void> {
  if (!account) return
  await chown(folder, 0, account.gid)
  await chmod(folder, 0o710)
}

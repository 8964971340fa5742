import { spawnSync } from 'node:child_process'
import { chown, mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export type OrdinaryAccount = { readonly uid: number; readonly gid: number }

/** The account without rights that every system has. */
const NOBODY: OrdinaryAccount = { uid: 65_534, gid: 65_534 }

const checkout = fileURLToPath(new URL('../../package.json', import.meta.url))

/** Undefined if this process is not root, or if other accounts cannot read the checkout. */
export function findOrdinaryAccount(): OrdinaryAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { status } = spawnSync('test', ['-r', checkout], NOBODY)
  return status === 0 ? NOBODY : undefined
}

/**
 * An empty folder of the account, outside the folder for temporary files, which only root can
 * enter.
 */
export async function ordinaryFolder({ uid, gid }: OrdinaryAccount): Promise<string> {
  const parent = process.getuid?.() === 0 ? '/tmp' : os.tmpdir()
  const folder = await mkdtemp(path.join(parent, 'stoa-ordinary-'))
  await chown(folder, uid, gid)
  return folder
}

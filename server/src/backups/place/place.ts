import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { toDiskFull } from '../../lib/disk-full.ts'
import { giveTo, remove } from '../../lib/untrusted-folder/folders.ts'
import { PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import type { Account } from '../../postgres/engines/account.ts'
import { parseManifest, type Manifest } from '../base/manifest.ts'
import type { BackupParts } from '../deps.ts'
import { backupDamaged } from '../errors.ts'
import { manifestKey, tarKey } from '../keys.ts'
import type { RestoreTarget } from '../port.ts'
import { requireRoom } from './free-space.ts'
import { fetchWal } from './fetch-wal.ts'
import { named, readObject, readWhole } from './read-object.ts'
import { writeRecovery } from './recovery-settings.ts'
import type { Restorable } from './targets.ts'
import { unpack } from './unpack.ts'

/**
 * Fills a data directory from a base backup and its WAL. The directory appears only when it is
 * complete; until then its name marks it as one that may be deleted, and only the server can enter it.
 */
export async function placeBackup(
  parts: Pick<BackupParts, 'store' | 'key'>,
  dataDir: string,
  {
    chosen,
    target,
    account,
  }: {
    readonly chosen: Restorable
    readonly target: RestoreTarget
    readonly account: Account | undefined
  },
): Promise<void> {
  if (existsSync(dataDir)) return
  const partial = `${dataDir}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
  try {
    await mkdir(partial, { mode: 0o700 })
    await unpackBackup(parts, partial, chosen)
    await writeRecovery(partial, await fetchWal(parts, partial, { chosen, target }))
    if (account) await giveTo(partial, account)
    await rename(partial, dataDir)
  } catch (error) {
    await remove(partial)
    throw toDiskFull(error) ?? error
  }
}

async function unpackBackup(
  parts: Pick<BackupParts, 'store' | 'key'>,
  target: string,
  chosen: Restorable,
): Promise<void> {
  const { ref, chain, id } = chosen.backup
  const manifest = await readManifest(parts, manifestKey(ref, chain, id))
  await requireRoom(target, { manifest, chosen })
  await named('its base backup', { isOptional: false }, async () =>
    unpack(await readObject(parts, tarKey(ref, chain, id)), target, manifest),
  )
}

async function readManifest(
  parts: Pick<BackupParts, 'store' | 'key'>,
  key: string,
): Promise<Manifest> {
  const part = 'the list of its files'
  const text = await readWhole(parts, key, { part })
  try {
    return parseManifest(text)
  } catch (error) {
    throw backupDamaged(part, 'is damaged', error)
  }
}

import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { Backups } from '../../backups/port.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { measure, remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { RECOVERY_WAL_FOLDER } from '../../postgres/clusters/archive.ts'
import { giveCopyTo, PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import { copySource, type CopySourceDeps } from './copy-source.ts'
import { backupsAreOff, type CopyOrigin, type PlaceCopy } from './origins.ts'
import { prepareCopy, type PrepareCopyDeps } from './prepare-copy.ts'
import { copyTimedOut } from './refusals.ts'
import type { FilesCopy } from './running-copy.ts'
import type { Spares } from './spares.ts'

export type CopyProjectDeps = CopySourceDeps &
  PrepareCopyDeps & {
    /** The folder of the data directories. */
    readonly projects: string
    readonly freeBytes: FreeBytes
    readonly log: Log
    readonly accounts: Pick<ClusterAccounts, 'next'>
    readonly spares: Pick<Spares, 'placed'>
    readonly serviceFolders: Pick<ServiceFolders, 'ensure' | 'of'>
    readonly backups?: Pick<Backups, 'place'> | undefined
  }

const MAX_COPY_MS = 3600_000

/**
 * Fills the data directory of a project with that of another one, as it is or as its backups show it.
 * The directory appears when the copy is complete and prepared, so an interrupted copy begins again. Rejects with 409 `origin_gone`
 * or `data_not_copyable`, 503 `origin_not_ready` or `copy_timed_out`, or 507 `disk_full`.
 */
export const createCopyProject =
  (deps: CopyProjectDeps): PlaceCopy =>
  async (dataDir, origin, { signal, isReset }) => {
    const ref = path.basename(dataDir)
    const { log, projects } = deps
    const source = path.join(projects, origin.ref)
    const { bytes } = await measure(source)
    await requireFreeSpace(deps.freeBytes, projects, bytes + RESERVED_BYTES)
    const account = await deps.accounts.next()
    const target = `${dataDir}${PARTIAL_COPY}${randomBytes(4).toString('hex')}`
    const ending = new AbortController()
    const end = () => ending.abort(signal.reason)
    signal.addEventListener('abort', end)
    const timer = setTimeout(() => ending.abort(copyTimedOut()), MAX_COPY_MS)
    const job = { target, account, signal: ending.signal }
    try {
      const copyFiles = () => copyServiceFiles(deps, { origin, to: ref, isReset })
      if (origin.at === undefined)
        await copySource(deps, { ...job, ref: origin.ref, dataDir: source, copyFiles })
      else await placePast(deps, { ...job, ref: origin.ref, at: new Date(origin.at), copyFiles })
      log.debug({ ref, step: 'copied' }, 'The files of a project are copied.')
      if (account) await giveCopyTo(target, account)
      await prepareCopy(deps, { ...job, ref, origin, dataDir: target })
      log.debug({ ref, step: 'prepared' }, 'The copy of a project is prepared.')
      // Its WAL is replayed, and contains what has been removed since.
      await remove(path.join(target, RECOVERY_WAL_FOLDER))
      await rename(target, dataDir)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      await remove(target)
    }
    deps.spares.placed(dataDir)
  }

/** Places a moment of the backups. The files of services are those of the present. */
async function placePast(
  { backups }: CopyProjectDeps,
  {
    ref,
    at,
    target,
    account,
    copyFiles,
    signal,
  }: Omit<FilesCopy, 'dataDir'> & { readonly at: Date },
): Promise<void> {
  if (!backups) throw backupsAreOff()
  await backups.place(target, { ref, target: { kind: 'time', at }, account })
  signal.throwIfAborted()
  await copyFiles()
}

async function copyServiceFiles(
  { services, serviceFolders }: CopyProjectDeps,
  {
    origin: { ref: from, content },
    to,
    isReset,
  }: { readonly origin: CopyOrigin; readonly to: string; readonly isReset: boolean },
): Promise<void> {
  await serviceFolders.ensure(to)
  for (const { name, copyFiles } of services)
    await copyFiles?.({
      content,
      isReset,
      from: { ref: from, folder: serviceFolders.of(from, name) },
      to: { ref: to, folder: serviceFolders.of(to, name) },
    })
}

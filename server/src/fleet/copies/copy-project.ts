import { randomBytes } from 'node:crypto'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { measure, remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { giveCopyTo, PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import { copySource, type CopySourceDeps } from './copy-source.ts'
import type { CopyOrigin } from './origins.ts'
import { prepareCopy, type PrepareCopyDeps } from './prepare-copy.ts'
import { copyTimedOut } from './refusals.ts'
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
  }

const MAX_COPY_MS = 3600_000

/**
 * Fills the data directory of a new project with that of another one. The directory appears when the
 * copy is complete and prepared, so an interrupted copy begins again. Rejects with 409 `origin_gone`
 * or `data_not_copyable`, 503 `origin_not_ready` or `copy_timed_out`, or 507 `disk_full`.
 */
export const createCopyProject =
  (deps: CopyProjectDeps) =>
  async (dataDir: string, origin: CopyOrigin, signal: AbortSignal): Promise<void> => {
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
      await copySource(deps, {
        ...job,
        ref: origin.ref,
        dataDir: source,
        copyFiles: () => copyServiceFiles(deps, origin, ref),
      })
      log.debug({ ref, step: 'copied' }, 'The files of a project are copied.')
      if (account) await giveCopyTo(target, account)
      await prepareCopy(deps, { ...job, ref, origin, dataDir: target })
      log.debug({ ref, step: 'prepared' }, 'The copy of a project is prepared.')
      await rename(target, dataDir)
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      await remove(target)
    }
    deps.spares.placed(dataDir)
  }

async function copyServiceFiles(
  { services, serviceFolders }: CopyProjectDeps,
  { ref: from, content }: CopyOrigin,
  to: string,
): Promise<void> {
  await serviceFolders.ensure(to)
  for (const { name, copyFiles } of services)
    await copyFiles?.({
      content,
      from: { ref: from, folder: serviceFolders.of(from, name) },
      to: { ref: to, folder: serviceFolders.of(to, name) },
    })
}

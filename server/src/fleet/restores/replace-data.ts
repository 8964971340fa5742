import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename } from 'node:fs/promises'
import path from 'node:path'
import type { Backups } from '../../backups/port.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { codeOf } from '../../lib/untrusted-folder/walk.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { backupsAreOff, toTarget, type PlaceCopy } from '../copies/origins.ts'
import type { FleetFolders } from '../copies/template.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import type { Machine } from '../machine/machine.ts'
import type { Instances } from '../records/instances.ts'
import { formerDataDir } from './former-data.ts'
import { findRestore, type RestoreRow } from './restore-records.ts'

export type ReplaceDeps = {
  readonly instances: Instances
  readonly machineOf: (ref: string) => Machine
  readonly folders: FleetFolders
  readonly accounts: Pick<ClusterAccounts, 'next' | 'endProcesses'>
  readonly backups?: Backups | undefined
  readonly copy: PlaceCopy
  readonly freeBytes: FreeBytes
  readonly log: Log
}

/**
 * Stops the project, sets its data aside, places the restored data, and starts it. Each step sees from
 * the folders whether it was done before. Returns early if the former data should come back instead.
 */
export async function replaceData(
  deps: ReplaceDeps,
  restore: RestoreRow,
  signal: AbortSignal,
): Promise<void> {
  const { instances, machineOf, folders, log } = deps
  const { ref } = restore
  const dataDir = path.join(folders.projects, ref)
  const note = (step: string) => log.debug({ ref, step }, 'A restore made a step.')
  await stop(deps, ref)
  note('stopped')
  await setAside(dataDir, formerDataDir(folders, restore))
  note('set-aside')
  if (!(await continues(deps, restore))) return
  if (!existsSync(dataDir)) await placeData(deps, restore, { dataDir, signal })
  note('placed')
  if (!(await continues(deps, restore))) return
  await instances.forgetRelease(ref)
  await instances.intendSamePassword(ref)
  await machineOf(ref).up()
  note('restarted')
}

/** Puts the former data back, and deletes the restored data. Can be repeated. */
export async function returnData(deps: ReplaceDeps, restore: RestoreRow): Promise<void> {
  const { folders, instances, log } = deps
  const { ref } = restore
  const dataDir = path.join(folders.projects, ref)
  const former = formerDataDir(folders, restore)
  await stop(deps, ref)
  // Without the former folder, an earlier run has put it back.
  if (existsSync(former)) {
    const trash = path.join(folders.projects, `${trashOf(ref)}${randomBytes(4).toString('hex')}`)
    await renameIfThere(dataDir, trash)
    log.debug({ ref, step: 'restored-data-gone' }, 'A restore made a step.')
    await rename(former, dataDir)
  }
  log.debug({ ref, step: 'returned' }, 'A restore made a step.')
  await instances.forgetRelease(ref)
  for (const name of await readdir(folders.projects))
    if (name.startsWith(trashOf(ref))) await remove(path.join(folders.projects, name))
}

/** Names that the next start of the server deletes as well. */
const trashOf = (ref: string) => `.trash-${ref}-`

async function stop(
  { machineOf, accounts, folders }: Pick<ReplaceDeps, 'machineOf' | 'accounts' | 'folders'>,
  ref: string,
): Promise<void> {
  await machineOf(ref).down()
  await accounts.endProcesses(path.join(folders.projects, ref))
}

/** If there is no data, an empty folder is kept in its place, so that a later run sees this step. */
async function setAside(dataDir: string, former: string): Promise<void> {
  if (existsSync(former)) return
  if (!(await renameIfThere(dataDir, former))) await mkdir(former, { mode: 0o700 })
}

async function placeData(
  { backups, copy, freeBytes, folders, accounts }: ReplaceDeps,
  { ref, target }: RestoreRow,
  { dataDir, signal }: { readonly dataDir: string; readonly signal: AbortSignal },
): Promise<void> {
  if (target.kind === 'copy') return copy(dataDir, target, { signal, isReset: true })
  if (!backups) throw backupsAreOff()
  await requireFreeSpace(freeBytes, folders.projects, RESERVED_BYTES)
  await backups.place(dataDir, { ref, target: toTarget(target), account: await accounts.next() })
}

/** Whether the restore is still wanted: it can be canceled, and the project removed. */
async function continues({ instances }: ReplaceDeps, { ref, id }: RestoreRow): Promise<boolean> {
  const [instance, current] = await Promise.all([
    instances.find(ref),
    findRestore(instances.session(), ref),
  ])
  return instance?.status === 'RESTORING' && current?.id === id && current.phase === 'replacing'
}

const renameIfThere = (from: string, to: string): Promise<boolean> =>
  rename(from, to).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type { Backups, RestoreTarget } from '../../backups/port.ts'
import type { Clock } from '../../lib/clock.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import { measure } from '../../lib/untrusted-folder/folders.ts'
import type { Session } from '../../postgres/database.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import type { Within } from '../../postgres/within.ts'
import { projectNotFound } from '../../project/refusals.ts'
import { backupsAreOff, toRecordedTarget, toTarget, type CopyOrigin } from '../copies/origins.ts'
import type { FleetFolders } from '../copies/template.ts'
import { RESERVED_BYTES } from '../disk/free-space.ts'
import { addAdvance } from '../lifecycle/commands.ts'
import { refusal, TRANSITIONS } from '../lifecycle/status.ts'
import type { Fleet } from '../port.ts'
import { toInstance, type Instances } from '../records/instances.ts'
import type { InstanceRow } from '../records/queries.ts'
import { addDiscard } from './discard-state.ts'
import { formerDataDir } from './former-data.ts'
import { addVerification } from '../verification/verify-backup.ts'
import { requireBackup, requireReachable } from './reachability.ts'
import {
  comesBack,
  noKeptState,
  noRoom,
  resetUnfinished,
  restoreOver,
  unconfirmed,
} from './refusals.ts'
import {
  discardFormerData,
  findRestore,
  insertRestore,
  lockRestore,
  returnFormerData,
  type RestoreRow,
} from './restore-records.ts'

export type RestoreCommandDeps = {
  readonly instances: Instances
  /** The queue of `fleet.advance`. */
  readonly jobs: Jobs
  /** The queue of work that can wait. */
  readonly upkeepJobs: Jobs
  readonly backups?: Backups | undefined
  readonly folders: FleetFolders
  readonly freeBytes: FreeBytes
  readonly clock: Clock
  /** Lets no more requests use the running project. */
  readonly close: (ref: string) => void
}

type RestoreCommands = Pick<
  Fleet,
  | 'restore'
  | 'reset'
  | 'cancelRestore'
  | 'keptState'
  | 'undoRestore'
  | 'confirmRestore'
  | 'verifyBackup'
>

/** Restores of projects in place, and what can be done about the last one. */
export function createRestoreCommands(deps: RestoreCommandDeps): RestoreCommands {
  return {
    restore: (ref, target, within) => restore(deps, ref, { target, within }),
    reset: (ref, origin, within) => reset(deps, ref, { origin, within }),
    cancelRestore: (ref, within) => cancelRestore(deps, ref, within),
    keptState: (ref) => keptState(deps, ref),
    undoRestore: (ref, within) => undoRestore(deps, ref, within),
    confirmRestore: (ref, within) => confirmRestore(deps, ref, within),
    verifyBackup: (ref, backupId, within) => verifyBackup(deps, ref, { backupId, within }),
  }
}

async function restore(
  deps: RestoreCommandDeps,
  ref: string,
  { target, within }: { readonly target: RestoreTarget; readonly within: Within | undefined },
) {
  const { backups } = deps
  if (!backups) throw backupsAreOff()
  await requireRestorable(deps, ref)
  await requireReachable(backups, ref, target)
  await requireRoom(deps, ref)
  return beginReplacement(deps, ref, { target: toRecordedTarget(target), within })
}

async function reset(
  deps: RestoreCommandDeps,
  ref: string,
  { origin, within }: { readonly origin: CopyOrigin; readonly within: Within | undefined },
) {
  await requireRestorable(deps, ref)
  await requireRoom(deps, origin.ref)
  return beginReplacement(deps, ref, { target: origin, within })
}

async function requireRestorable(deps: RestoreCommandDeps, ref: string): Promise<void> {
  const { status } = await requireInstance(deps, ref)
  if (TRANSITIONS[status].restore === 'reject') throw refusal(status, 'restore')
  const last = await findRestore(deps.instances.session(), ref)
  if (last) throw last.phase === 'discarding' ? resetUnfinished() : unconfirmed()
}

async function beginReplacement(
  deps: RestoreCommandDeps,
  ref: string,
  { target, within }: Pick<RestoreRow, 'target'> & { readonly within: Within | undefined },
) {
  return begin(deps, ref, async (tx) => {
    const before = await requireInstance(deps, ref, tx)
    const inserted = await insertRestore(tx, {
      ref,
      id: randomBytes(4).toString('hex'),
      target,
      status_before: before.status,
      at: deps.clock.now(),
    })
    if (inserted === 0) throw unconfirmed()
    await within?.(tx)
  })
}

async function undoRestore(deps: RestoreCommandDeps, ref: string, within?: Within) {
  return begin(deps, ref, async (tx) => {
    const { status: statusBefore } = await requireInstance(deps, ref, tx)
    const kept = await lockRestore(tx, ref)
    if (kept?.phase !== 'kept') throw noKeptState()
    await returnFormerData(tx, ref, { id: kept.id, from: 'kept', failure: null, statusBefore })
    await within?.(tx)
  })
}

/** Changes the status to RESTORING, and adds its job, in the transaction of the restore's record. */
async function begin(
  { instances, jobs, close }: RestoreCommandDeps,
  ref: string,
  record: (tx: Session) => Promise<void>,
) {
  const instance = await instances.session().transaction(async (tx) => {
    await record(tx)
    const outcome = await instances.apply(tx, ref, 'restore')
    await addAdvance(jobs, tx, outcome.instance)
    return outcome.instance
  })
  instances.announce(ref)
  close(ref)
  return toInstance(instance)
}

async function cancelRestore(
  { instances, jobs }: RestoreCommandDeps,
  ref: string,
  within?: Within,
) {
  const instance = await instances.session().transaction(async (tx) => {
    const current = await instances.find(ref)
    if (!current) throw projectNotFound()
    const running = await lockRestore(tx, ref)
    if (running?.phase === 'recovering') throw comesBack()
    if (running?.phase !== 'replacing') throw restoreOver()
    await returnFormerData(tx, ref, { id: running.id, from: 'replacing', failure: null })
    // Replaces a job that waits for its next attempt.
    await addAdvance(jobs, tx, current)
    await within?.(tx)
    return current
  })
  return toInstance(instance)
}

async function keptState({ instances, folders }: RestoreCommandDeps, ref: string) {
  if (!(await instances.find(ref))) throw projectNotFound()
  const kept = await findRestore(instances.session(), ref)
  if (kept?.phase !== 'kept' || !kept.restored_at || !kept.kept_until) return undefined
  if (kept.target.kind === 'copy') return undefined
  const { bytes } = await measure(formerDataDir(folders, kept))
  return {
    restoredAt: kept.restored_at,
    target: toTarget(kept.target),
    bytes,
    statusBefore: kept.status_before,
    keptUntil: kept.kept_until,
  }
}

async function confirmRestore(
  { instances, upkeepJobs }: RestoreCommandDeps,
  ref: string,
  within?: Within,
): Promise<void> {
  if (!(await instances.find(ref))) throw projectNotFound()
  await instances.session().transaction(async (tx) => {
    if ((await discardFormerData(tx, ref)) === 0) throw noKeptState()
    await addDiscard(upkeepJobs, tx, ref)
    await within?.(tx)
  })
}

async function verifyBackup(
  { instances, upkeepJobs, backups }: RestoreCommandDeps,
  ref: string,
  { backupId, within }: { readonly backupId: string; readonly within: Within | undefined },
): Promise<void> {
  if (!backups) throw backupsAreOff()
  await requireBackup(backups, ref, backupId)
  await instances.session().transaction(async (tx) => {
    await addVerification(upkeepJobs, tx, { ref, id: backupId })
    await within?.(tx)
  })
}

async function requireInstance(
  { instances }: Pick<RestoreCommandDeps, 'instances'>,
  ref: string,
  tx: Session = instances.session(),
): Promise<InstanceRow> {
  const instance = await instances.find(ref, tx)
  if (!instance) throw projectNotFound()
  return instance
}

/** The new data is expected to be about as large as that of this project, and the present data stays. */
async function requireRoom({ folders, freeBytes }: RestoreCommandDeps, ref: string): Promise<void> {
  const { bytes } = await measure(path.join(folders.projects, ref))
  const needed = RESERVED_BYTES + bytes
  if ((await freeBytes(folders.projects)) < needed) throw noRoom(needed)
}

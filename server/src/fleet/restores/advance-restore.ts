import type { Clock } from '../../lib/clock.ts'
import type { AppError } from '../../lib/errors.ts'
import type { Session } from '../../postgres/database.ts'
import type { JobContext } from '../../postgres/jobs.ts'
import { explain, isPermanent, toFailure } from '../lifecycle/failure.ts'
import { saveReset, type InstanceChange } from '../records/queries.ts'
import { addDiscard } from './discard-state.ts'
import { endRestore, REPLACE_ATTEMPTS, type AdvanceRestoreDeps } from './end-restore.ts'
import { recoverProject } from './recover-projects.ts'
import { replaceData, returnData } from './replace-data.ts'
import {
  discardFormerData,
  findRestore,
  keepFormerData,
  returnFormerData,
  type RestoreRow,
} from './restore-records.ts'

const KEPT_MS = 7 * 24 * 3600_000

/** Takes a project out of RESTORING: with the restored data, or with the data that it had before. */
export async function advanceRestore(
  deps: AdvanceRestoreDeps,
  ref: string,
  context: JobContext,
): Promise<void> {
  const restore = await findRestore(deps.instances.session(), ref)
  if (restore?.phase === 'recovering') return recoverProject(deps, restore, context)
  if (restore?.phase === 'replacing' && (await tryReplacing(deps, restore, context))) return
  const current = await findRestore(deps.instances.session(), ref)
  if (current?.phase === 'returning') await goBack(deps, current, context)
}

/** Whether the project has the restored data. If not, the record says that the former comes back. */
async function tryReplacing(
  deps: AdvanceRestoreDeps,
  restore: RestoreRow,
  { attempt, signal }: JobContext,
): Promise<boolean> {
  const { instances, clock, log } = deps
  const { ref, id } = restore
  try {
    await replaceData(deps, restore, signal)
  } catch (caught) {
    const error = explain(caught)
    log.error({ error, cause: error.cause, ref, attempt }, error.message)
    // A server that stops says nothing about the backup.
    if (signal.aborted || (attempt < REPLACE_ATTEMPTS && !isPermanent(error))) throw error
    const failure = toFailure(error, clock.now())
    await returnFormerData(instances.session(), ref, { id, from: 'replacing', failure })
    return false
  }
  const isUp = await instances.session().transaction(async (tx) => {
    const at = clock.now()
    const isReset = restore.target.kind === 'copy'
    const until = isReset ? at : new Date(at.getTime() + KEPT_MS)
    const kept = await keepFormerData(tx, ref, { id, at, until })
    if (kept > 0 && isReset) await endReset(deps, tx, { ref, at })
    if (kept > 0) await instances.apply(tx, ref, 'restored', { failure: null, compute: 'running' })
    return kept > 0
  })
  if (!isUp) return false
  deps.dataReplaced(ref)
  instances.announce(ref)
  return true
}

/** The data before a reset is not kept, because the files of services are not as they were then. */
async function endReset(
  { upkeepJobs }: Pick<AdvanceRestoreDeps, 'upkeepJobs'>,
  tx: Session,
  { ref, at }: { readonly ref: string; readonly at: Date },
): Promise<void> {
  await saveReset(tx, ref, at)
  await discardFormerData(tx, ref)
  await addDiscard(upkeepJobs(), tx, ref)
}

async function goBack(
  deps: AdvanceRestoreDeps,
  restore: RestoreRow,
  { isLastAttempt, signal }: JobContext,
): Promise<void> {
  const { ref, failure, status_before: before } = restore
  await returnData(deps, restore)
  deps.dataReplaced(ref)
  if (failure) return endRestore(deps, restore, 'restore_failed', { failure, compute: 'stopped' })
  if (before === 'INACTIVE')
    return endRestore(deps, restore, 'paused', { failure: null, compute: 'stopped' })
  try {
    await deps.machineOf(ref).up()
  } catch (caught) {
    const error = explain(caught)
    deps.log.error({ error, cause: error.cause, ref }, error.message)
    if (signal.aborted || (!isLastAttempt && !isPermanent(error))) throw error
    return endRestore(deps, restore, 'restore_failed', failedWith(error, deps.clock))
  }
  return endRestore(deps, restore, 'restored', { failure: null, compute: 'running' })
}

const failedWith = (error: AppError, clock: Clock): InstanceChange => ({
  failure: toFailure(error, clock.now()),
  compute: 'stopped',
})

import { existsSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { isStoreRefusal } from '../../backups/errors.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JobContext } from '../../postgres/jobs.ts'
import { sql } from '../../postgres/sql.ts'
import { backupsAreOff } from '../copies/origins.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import { explain, isPermanent, toFailure } from '../lifecycle/failure.ts'
import type { Instances } from '../records/instances.ts'
import { endRestore, REPLACE_ATTEMPTS, type AdvanceRestoreDeps } from './end-restore.ts'
import { notRecovered } from './refusals.ts'
import type { RestoreRow } from './restore-records.ts'

/**
 * Records that every project whose data is lost comes back from the store. Runs before the first job
 * of a recovered installation, and changes nothing when it runs again.
 */
export async function recordRecoveries(
  instances: Pick<Instances, 'session'>,
  clock: Clock,
): Promise<readonly string[]> {
  const rows = await instances.session().transaction(async (tx) => {
    // The state before an earlier restore is lost with the machine.
    await tx.run(sql`
      delete from fleet.restores r using fleet.instances i
      where i.ref = r.ref and ${lost} and r.phase <> 'recovering'`)
    await tx.run(sql`
      insert into fleet.restores (ref, id, phase, target, status_before, requested_at)
      select i.ref, left(md5(i.ref || ${clock.now().toISOString()}), 8), 'recovering',
        jsonb_build_object('kind', 'time', 'at', ${clock.now().toISOString()}::text),
        case when i.status in ('INACTIVE', 'PAUSING', 'PAUSE_FAILED')
          then 'INACTIVE' else 'ACTIVE_HEALTHY' end,
        ${clock.now()}
      from fleet.instances i where ${lost}
      on conflict do nothing`)
    return tx.many(
      sql`
        update fleet.instances i
        set status = 'RESTORING', failure = null, compute = 'stopped', updated_at = ${clock.now()}
        where ${lost} and exists (
          select from fleet.restores r where r.ref = i.ref and r.phase = 'recovering'
        )
        returning i.ref`,
      z.object({ ref: z.string() }),
    )
  })
  return rows.map(({ ref }) => ref)
}

/** Projects that had data: one that was being created begins again. */
const lost = sql`
  i.engine_version is not null and i.status not in ('REMOVED', 'GOING_DOWN', 'INIT_FAILED')`

/** Takes a project of a recovered installation out of RESTORING. Each step can be repeated. */
export async function recoverProject(
  deps: AdvanceRestoreDeps,
  restore: RestoreRow,
  { attempt, isLastAttempt, signal }: JobContext,
): Promise<void> {
  const { instances, machineOf, clock, log } = deps
  const { ref } = restore
  const isPaused = restore.status_before === 'INACTIVE'
  try {
    await place(deps, ref)
    await instances.forgetRelease(ref)
    await instances.intendSamePassword(ref)
    await machineOf(ref).up()
    if (isPaused) await machineOf(ref).down()
  } catch (caught) {
    const error = explain(caught)
    log.error({ error, cause: error.cause, ref, attempt }, error.message)
    // A store that is away for some hours says nothing about the backup.
    const isTriedAgain = isStoreRefusal(error) ? !isLastAttempt : attempt < REPLACE_ATTEMPTS
    if (signal.aborted || (isTriedAgain && !isPermanent(error))) throw error
    const failure = toFailure(notRecovered(error), clock.now())
    return endRestore(deps, restore, 'restore_failed', { failure, compute: 'stopped' })
  }
  deps.dataReplaced(ref)
  return isPaused
    ? endRestore(deps, restore, 'paused', { failure: null, compute: 'stopped' })
    : endRestore(deps, restore, 'restored', { failure: null, compute: 'running' })
}

async function place(
  { backups, folders, accounts, freeBytes, machineOf }: AdvanceRestoreDeps,
  ref: string,
): Promise<void> {
  if (!backups) throw backupsAreOff()
  const dataDir = path.join(folders.projects, ref)
  await machineOf(ref).down()
  await requireFreeSpace(freeBytes, folders.projects, RESERVED_BYTES)
  await backups.placeFiles(ref)
  if (!existsSync(dataDir))
    await backups.placeLatest(dataDir, { ref, account: await accounts.next() })
}

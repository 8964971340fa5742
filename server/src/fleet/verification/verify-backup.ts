import { z } from 'zod'
import type { Backup, Backups } from '../../backups/port.ts'
import type { Clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Log } from '../../lib/log.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { Session } from '../../postgres/database.ts'
import type { JobContext, Jobs, Task } from '../../postgres/jobs.ts'
import { explain } from '../lifecycle/failure.ts'
import type { Passwords } from '../machine/passwords.ts'
import { checkCluster, type ClusterCheck } from './check-cluster.ts'
import { withScratchCluster, type ScratchDeps } from './scratch-cluster.ts'

export const VERIFY = 'fleet.verify-backup'
const ATTEMPTS = 3

const VerifyPayload = z.object({ ref: z.string(), backup: z.string() })

export const addVerification = (
  jobs: Jobs,
  tx: Session,
  { ref, id }: Pick<Backup, 'ref' | 'id'>,
): Promise<void> =>
  jobs.add(
    tx,
    VERIFY,
    { ref, backup: id },
    { key: `${VERIFY}:${ref}:${id}`, maxAttempts: ATTEMPTS },
  )

export type VerifyDeps = ScratchDeps & {
  readonly backups: Backups
  readonly passwords: Passwords
  readonly clock: Clock
  readonly log: Log
}

/** Restores a backup into a scratch cluster, checks it, and records the result with the backup. */
export const createVerify =
  (deps: VerifyDeps): Task =>
  async (payload, context) => {
    const { ref, backup: id } = VerifyPayload.parse(payload)
    const backup = (await deps.backups.list(ref)).find((candidate) => candidate.id === id)
    if (backup?.status !== 'complete') return
    const check = await restoreAndCheck(deps, backup, context)
    const isSound = check.damage === undefined
    const message = check.damage ?? summaryOf(check)
    await deps.backups.recordVerification(id, { at: deps.clock.now(), isSound, message })
    if (isSound) deps.log.info({ ref, backup: id }, 'A backup was restored and is sound.')
    else deps.log.error({ ref, backup: id, damage: check.damage }, 'A backup is damaged.')
  }

async function restoreAndCheck(
  deps: VerifyDeps,
  { ref, id }: Backup,
  { signal, isLastAttempt }: JobContext,
): Promise<Pick<ClusterCheck, 'damage'> & Partial<ClusterCheck>> {
  const { passwords } = deps
  try {
    return await withScratchCluster(deps, { ref, id, signal }, (endpoint) =>
      checkCluster(endpoint, [passwords.of(ref, SUPERUSER), passwords.template], signal),
    )
  } catch (caught) {
    if (signal.aborted) throw caught
    if (caught instanceof AppError && OF_BACKUP.has(caught.code))
      // The first failure of a start can have reasons on this machine.
      if (isLastAttempt || caught.code !== START_FAILED) return { damage: caught.message }
    const error = explain(caught)
    deps.log.warn({ err: error, ref, backup: id }, 'A backup could not be verified.')
    throw error
  }
}

const START_FAILED = 'postgres_start_failed'
/** Failures whose reason is the backup. All others say nothing about it. */
const OF_BACKUP: ReadonlySet<string> = new Set([
  START_FAILED,
  'backup_damaged',
  'data_damaged',
  'data_missing',
  'unexpected_file',
])

const summaryOf = ({ databases = 0, tables = 0, indexes = 0 }: Partial<ClusterCheck>): string =>
  `Restored, started, and read completely: ${tables} tables and ${indexes} indexes in ${databases} databases.`

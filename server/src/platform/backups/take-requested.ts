import { AppError } from '../../lib/errors.ts'
import type { ServiceSession } from '../../postgres/database.ts'
import type { PlatformDeps } from '../deps.ts'
import { MAX_ATTEMPTS, RETRY_MS } from './limits.ts'
import {
  beginAttempt,
  deleteRequest,
  listDueRequests,
  recordRequestFailure,
  type BackupRequest,
} from './queries.ts'

type TakingDeps = Pick<PlatformDeps, 'backups' | 'clock' | 'fleet' | 'log'> & {
  readonly session: ServiceSession
}

/** Takes the backups that members ask for. The requests are records, so a restart loses none. */
export type RequestedBackups = {
  /** Takes what is due, after what is being taken. Never rejects. */
  takeDue(): Promise<void>
  /** Begins no further backup. The one that is being taken ends with its cluster. */
  stop(): void
}

/** One backup at a time, because each reads a whole database from the disk. */
export function createRequestedBackups(deps: TakingDeps): RequestedBackups {
  let isStopping = false
  let round = Promise.resolve()

  async function takeAll(): Promise<void> {
    if (isStopping || !deps.backups) return
    for (const request of await listDueRequests(deps.session, deps.clock.now())) {
      if (isStopping) return
      await takeRequested(deps, request).catch(async (error: unknown) => {
        if (!isStopping) await recordOutcome(deps, request, error)
      })
    }
  }

  return {
    takeDue() {
      round = round
        .then(takeAll)
        .catch((error: unknown) =>
          deps.log.warn({ err: error }, 'The requested backups could not be taken.'),
        )
      return round
    },
    stop: () => void (isStopping = true),
  }
}

async function takeRequested(
  { backups, clock, fleet, session }: TakingDeps,
  request: BackupRequest,
): Promise<void> {
  if (!backups) return
  const { id, ref, name } = request
  const { archive } = backups
  await beginAttempt(session, id, new Date(clock.now().getTime() + RETRY_MS))
  // The server can have ended after the backup was complete.
  const isTaken = (await archive.list(ref)).some((backup) => isOf(request, backup))
  if (!isTaken) {
    const lease = await fleet.acquire(ref)
    try {
      await archive.take(ref, { name })
    } finally {
      lease.release()
    }
  }
  await deleteRequest(session, id)
}

const isOf = (
  request: BackupRequest,
  backup: { readonly name: string | null; readonly status: string; readonly startedAt: Date },
): boolean =>
  backup.name === request.name &&
  backup.status === 'complete' &&
  backup.startedAt >= request.requested_at

/** A project that is deleted needs no backup; other failures are tried again. */
async function recordOutcome(
  { log, session }: TakingDeps,
  { id, ref, attempts }: BackupRequest,
  error: unknown,
): Promise<void> {
  if (error instanceof AppError && error.code === 'project_not_found') {
    await deleteRequest(session, id)
    return
  }
  log.warn({ err: error, ref }, 'A backup could not be taken.')
  const isRefused = error instanceof AppError
  // A scheduled backup is being made, and this one is taken after it.
  if (isRefused && error.code === 'backup_running') return
  if (attempts + 1 < MAX_ATTEMPTS) return
  const failure = isRefused ? error.message : 'The backup could not be taken.'
  await recordRequestFailure(session, id, failure)
}

import type { KeptState, ProjectBackups } from '@stoa/contract/platform/backups'
import type { ProjectScope } from '../access/port.ts'
import type { Context } from '../context.ts'
import { presentBackup, presentFileCopy, presentRequest, presentTarget } from './present.ts'
import { listRequests } from './queries.ts'

/** Everything of a project that can be restored. Wakes nothing. */
export async function readBackups(
  { backups, fleet, session }: Pick<Context, 'backups' | 'fleet' | 'session'>,
  { projectId, ref }: ProjectScope,
): Promise<ProjectBackups> {
  const kept = presentKeptState(await fleet.keptState(ref))
  if (!backups)
    return {
      is_enabled: false,
      backups: [],
      reach: [],
      retention_days: 0,
      is_on_same_disk: false,
      kept_state: kept,
      files: null,
    }
  const { archive, isOnSameDisk, retentionDays } = backups
  const [requests, taken, reach, days, files] = await Promise.all([
    listRequests(session, projectId),
    archive.list(ref),
    archive.reach(ref),
    retentionDays(ref),
    archive.fileCopy(ref),
  ])
  // While a requested backup is taken, the store lists it.
  const waiting = requests.filter(
    ({ name, requested_at }) =>
      !taken.some((backup) => backup.name === name && backup.startedAt >= requested_at),
  )
  return {
    is_enabled: true,
    backups: [...waiting.map(presentRequest), ...taken.map(presentBackup)],
    reach: reach.map(({ from, until }) => ({
      from: from.toISOString(),
      until: until.toISOString(),
    })),
    retention_days: days,
    is_on_same_disk: isOnSameDisk,
    kept_state: kept,
    files: files ? presentFileCopy(files) : null,
  }
}

const presentKeptState = (
  kept: Awaited<ReturnType<Context['fleet']['keptState']>>,
): KeptState | null =>
  kept
    ? {
        target: presentTarget(kept.target),
        restored_at: kept.restoredAt.toISOString(),
        kept_until: kept.keptUntil.toISOString(),
        size_bytes: kept.bytes,
      }
    : null

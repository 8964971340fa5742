import type { RecoveryState } from '@stoa/contract/platform/installation'
import type { Context } from '../context.ts'

/** The state of the backups that this installation can be recovered from. */
export async function readRecovery({ backups }: Pick<Context, 'backups'>): Promise<RecoveryState> {
  const platform = await backups?.archive.platformState()
  return {
    is_enabled: backups !== undefined,
    is_on_same_disk: backups?.isOnSameDisk === true,
    has_platform_database: platform !== undefined,
    completed_at: platform?.completedAt?.toISOString() ?? null,
    failure: platform?.failure ?? null,
    failed_files: platform?.failedFiles ?? 0,
  }
}

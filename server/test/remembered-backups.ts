import type { Backup, Reach } from '../src/backups/port.ts'
import type { PlatformBackups } from '../src/platform/deps.ts'

export type RememberedBackups = PlatformBackups & {
  /** Puts a complete backup into the store. */
  add(ref: string, backup?: Partial<Backup>): Backup
  /** Makes the next backup fail with this error. */
  failNext(error: Error): void
  /** Replaces what of a project can be restored. */
  reaches(ref: string, reach: readonly Reach[]): void
}

/** A fake store of backups without any data. The backups that it takes are complete at once. */
export function createRememberedBackups(clock: { now(): Date }): RememberedBackups {
  const backups = new Map<string, Backup[]>()
  const reach = new Map<string, readonly Reach[]>()
  let failure: Error | undefined
  let count = 0
  const listOf = (ref: string): Backup[] => backups.get(ref) ?? []
  const add = (ref: string, change: Partial<Backup> = {}): Backup => {
    count += 1
    const backup: Backup = {
      id: `backup-${count}`,
      ref,
      name: null,
      status: 'complete',
      startedAt: clock.now(),
      completedAt: clock.now(),
      bytes: 1024,
      failure: null,
      verification: null,
      ...change,
    }
    backups.set(ref, [backup, ...listOf(ref)])
    return backup
  }
  return {
    isOnSameDisk: true,
    retentionDays: async () => 7,
    add,
    failNext: (error) => void (failure = error),
    reaches: (ref, periods) => void reach.set(ref, periods),
    archive: {
      list: async (ref) => listOf(ref),
      fileCopy: async () => undefined,
      platformState: async () => undefined,
      reach: async (ref) => reach.get(ref) ?? [],
      async take(ref, { name }) {
        const error = failure
        failure = undefined
        if (error) throw error
        return add(ref, { name })
      },
      async remove(ref, id) {
        backups.set(
          ref,
          listOf(ref).filter((backup) => backup.id !== id),
        )
      },
    },
  }
}

import { statfs } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'

/** With less free space, a new project would soon fill the disk and stop every project on it. */
export const MIN_FREE_BYTES = 500 * 1024 * 1024
/** With less free space, a full disk is the likely reason that Postgres did not start. */
export const NOTHING_LEFT_BYTES = 32 * 1024 * 1024

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Rejects with 507 `disk_full` when the folder's disk has less room than `needed` bytes. */
export async function requireFreeSpace(folder: string, needed: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= needed) return
  const megabytes = (bytes: number) => `${Math.round(bytes / 1024 / 1024)} MB`
  throw new AppError('disk_full', `The disk has ${megabytes(free)} left.`, {
    status: 507,
    hint: `A new project needs ${megabytes(needed)} free. Free some space, then retry.`,
  })
}

import { diskFull } from '../../lib/disk-full.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'

/**
 * Disk space that projects never get, so that the platform's own database keeps working. With less
 * free space, new projects are refused and existing ones are read-only.
 */
export const RESERVED_BYTES = 512 * 1024 * 1024
/** With less free space, a full disk is the likely reason that Postgres did not start. */
export const NOTHING_LEFT_BYTES = 32 * 1024 * 1024

/** Rejects with 507 `disk_full` when the folder's disk has less room than `needed` bytes. */
export async function requireFreeSpace(
  freeBytes: FreeBytes,
  folder: string,
  needed: number,
): Promise<void> {
  const free = await freeBytes(folder)
  if (free >= needed) return
  throw diskFull(
    `The disk has only ${megabytes(free)} of free space.`,
    `A project needs ${megabytes(needed)} of free space to start. Free some disk space, then retry.`,
  )
}

export const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

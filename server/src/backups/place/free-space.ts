import path from 'node:path'
import { diskFull } from '../../lib/disk-full.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import type { Manifest } from '../base/manifest.ts'
import type { Restorable } from './targets.ts'

/** Left over for the platform's own database and the other projects. */
const SPARED_BYTES = 512 * 1024 * 1024

/** Rejects with 507 `disk_full` if the disk has no room for the files and the WAL of a restore. */
export async function requireRoom(
  dataDir: string,
  {
    manifest,
    chosen: { backup, endSegment, segmentBytes },
  }: { readonly manifest: Manifest; readonly chosen: Restorable },
): Promise<void> {
  const files = [...manifest.values()].reduce((total, { bytes }) => total + bytes, 0)
  const wal = (endSegment - backup.firstSegment + 1) * segmentBytes
  const needed = files + wal + SPARED_BYTES
  const free = await freeBytes(path.dirname(dataDir))
  if (free >= needed) return
  throw diskFull(
    `The disk has only ${megabytes(free)} of free space.`,
    `Restoring this backup needs ${megabytes(needed)}. Free some disk space, or choose an earlier moment, then retry.`,
  )
}

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

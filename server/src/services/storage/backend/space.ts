import { AppError } from '../../../lib/errors.ts'
import type { FreeBytes } from '../../../lib/free-bytes.ts'

/** Databases share the disk and stop writing at half of this, so files stop first. */
const RESERVED_BYTES = 1024 * 1024 * 1024
/** The free space is read again after this many bytes. */
const SPACE_INTERVAL_BYTES = 64 * 1024 * 1024
/** The disk usage of the smallest file. */
export const BLOCK_BYTES = 4096

/** Rejects writes of this many more bytes with `disk_almost_full` while the disk is almost full. */
export function createSpaceCheck(folder: string, freeBytes: FreeBytes) {
  /** Bytes of all uploads since the free space was read. */
  let unchecked = Infinity

  return async function requireSpace(bytes: number): Promise<void> {
    unchecked += bytes
    if (unchecked < SPACE_INTERVAL_BYTES) return
    if ((await freeBytes(folder)) < RESERVED_BYTES) throw almostFull()
    unchecked = 0
  }
}

const almostFull = () =>
  new AppError('disk_almost_full', 'The disk of this server is almost full.', {
    status: 507,
    hint: 'Delete files that are no longer needed or add disk space, then try again.',
  })

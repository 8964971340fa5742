import type { Measured } from '../../lib/untrusted-folder/folders.ts'
import { RESERVED_BYTES } from './free-space.ts'
import {
  diskAlmostFull,
  limitExceeded,
  limitReached,
  nothingLeft,
  sizeUnknown,
  type Protection,
} from './read-only.ts'

/** A read-only project is writable again below this part of its limit, so that it does not flap. */
const WRITABLE_BELOW = 0.95
/**
 * The owner of a read-only project can still write, to delete data. At this multiple of the limit,
 * which leaves room to rewrite a table, the owner can no longer connect.
 */
const CLOSED_FROM = 1.25
const SCARCE_UNTIL_BYTES = RESERVED_BYTES * 1.25
const CLOSED_BELOW_BYTES = RESERVED_BYTES / 4
/** A project is measured again once it could have reached its limit, assuming this write rate. */
const BYTES_PER_SECOND = 100 * 1024 * 1024
const SOONEST_MS = 2000
const LATEST_MS = 60_000
/** Measuring many files takes long; this limits it to a tenth of the time. */
const PAUSES_PER_MEASUREMENT = 10

/** The last measurement of a project's disk space. */
export type ProjectDisk = {
  readonly size: number
  /** Its files cannot be counted, so its size is unknown. */
  readonly isUnknown: boolean
  readonly measureAt: number
  readonly isOver: boolean
  readonly isClosed: boolean
}

/** The free space of the disk that all projects share. */
export type ServerDisk = { readonly isScarce: boolean; readonly isFull: boolean }

export const unmeasured: ProjectDisk = {
  size: 0,
  isUnknown: false,
  measureAt: 0,
  isOver: false,
  isClosed: false,
}

export const closedFrom = (limit: number): number => limit * CLOSED_FROM

/** The server's disk after a look at it. It stays scarce until there is clearly more space. */
export const serverDisk = (free: number, { isScarce }: ServerDisk): ServerDisk => ({
  isScarce: free < (isScarce ? SCARCE_UNTIL_BYTES : RESERVED_BYTES),
  isFull: free < CLOSED_BELOW_BYTES,
})

/** The size after a measurement, and when to measure again. */
export function measured(
  disk: ProjectDisk,
  { bytes, reached }: Pick<Measured, 'bytes' | 'reached'>,
  { limit, tookMs, now }: { readonly limit: number; readonly tookMs: number; readonly now: number },
): ProjectDisk {
  // An interrupted measurement says nothing about the files it has not reached.
  const size = reached === 'milliseconds' ? Math.max(bytes, disk.size) : bytes
  const isUnknown = reached !== undefined && reached !== 'milliseconds'
  const secondsLeft = (limit - size) / BYTES_PER_SECOND
  const waitMs = Math.min(LATEST_MS, Math.max(SOONEST_MS, secondsLeft * 1000))
  // A project over its limit becomes writable again soon after that changes.
  const isOver = isUnknown || size >= limit * WRITABLE_BELOW
  const measureAt = now + Math.max(isOver ? 0 : waitMs, tookMs * PAUSES_PER_MEASUREMENT)
  return { ...disk, size, isUnknown, measureAt }
}

/** Compares the size with the limit. */
export function judged(disk: ProjectDisk, limit: number): ProjectDisk {
  const isLarge = disk.size >= limit * (disk.isOver ? WRITABLE_BELOW : 1)
  return { ...disk, isOver: isLarge || disk.isUnknown, isClosed: disk.size >= closedFrom(limit) }
}

export function protectionOf(
  server: ServerDisk,
  { isOver, isUnknown, isClosed }: ProjectDisk,
  limit: number,
): Protection | undefined {
  if (server.isFull) return { reason: diskAlmostFull(), closed: nothingLeft() }
  if (server.isScarce) return { reason: diskAlmostFull() }
  if (!isOver) return undefined
  const reason = isUnknown ? sizeUnknown() : limitReached(limit)
  return isClosed ? { reason, closed: limitExceeded(limit, closedFrom(limit)) } : { reason }
}

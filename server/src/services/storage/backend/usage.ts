import { open, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import { syncFile } from './files.ts'

/** A project's content size and its limit, in bytes. The project's owner cannot change either. */
export type Usage = {
  /** The bytes of all content: objects, parts, uploads in progress, and what is not yet removed. */
  bytes(): number
  readonly limit: number
  /**
   * Counts bytes before they are written, so that uploads at the same time stay within the limit
   * together. Throws 507 `storage_limit_reached` if they would exceed it by more than `allowance`.
   */
  add(bytes: number, allowance?: number): void
  /** Counts bytes that are removed, or that were not written. */
  subtract(bytes: number): void
  /**
   * Reads the size noted by the last `close`. Without it, such as after a crash, counts from the
   * last known size and measures in the background.
   */
  open(): Promise<void>
  /** Measures the content again. */
  measure(): Promise<void>
  /** Notes the size for the next `open`. */
  close(): Promise<void>
}

/**
 * Counts in memory, because a million files take too long to measure at every start. The note
 * exists only while the project is stopped: it means that the project stopped in order and that its
 * size is exact.
 */
export function createUsage(deps: {
  readonly folder: string
  readonly limit: number
  /** Adds up the bytes of the content on the disk. */
  readonly measure: () => Promise<number>
  readonly onError: (error: unknown) => void
}): Usage {
  const note = path.join(deps.folder, 'usage')
  // An earlier size: the limit holds approximately while a crash is repaired.
  const lastKnown = path.join(deps.folder, 'usage.before')
  let bytes = 0
  /** The total ever counted, to detect a change in between. */
  let changed = 0
  let isExact = false
  let measuring: Promise<void> | undefined

  function count(difference: number): void {
    bytes = Math.max(0, bytes + difference)
    changed += Math.abs(difference)
  }

  async function measureOnce(): Promise<void> {
    const before = changed
    const measured = await deps.measure()
    bytes = measured
    // Concurrent changes may or may not be counted, so the next start measures again.
    isExact = changed === before
    await writeFile(lastKnown, String(bytes))
  }

  function measure(): Promise<void> {
    measuring ??= measureOnce().finally(() => (measuring = undefined))
    return measuring
  }

  return {
    bytes: () => bytes,
    limit: deps.limit,
    add(added, allowance = 0) {
      if (bytes + added > deps.limit + allowance) throw limitReached(deps.limit)
      count(added)
    },
    subtract: (removed) => count(-removed),
    async open() {
      const noted = await readBytes(note)
      bytes = noted ?? (await readBytes(lastKnown)) ?? 0
      if (noted !== undefined) {
        isExact = true
        await rename(note, lastKnown)
        await syncFile(deps.folder)
      } else measure().catch(deps.onError)
    },
    measure,
    async close() {
      await measuring?.catch(() => {})
      if (!isExact) return
      const file = await open(note, 'w')
      try {
        await file.writeFile(String(bytes))
        await file.sync()
      } finally {
        await file.close()
      }
    },
  }
}

async function readBytes(file: string): Promise<number | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined
}

const limitReached = (limit: number) =>
  new AppError(
    'storage_limit_reached',
    `The files of this project have reached their limit of ${gigabytes(limit)}.`,
    {
      status: 507,
      hint: 'Delete files that are no longer needed, or ask the operator of this server to raise STOA_STORAGE_LIMIT_GB, then upload again.',
    },
  )

const gigabytes = (bytes: number) => `${Number((bytes / 1024 ** 3).toPrecision(3))} GB`

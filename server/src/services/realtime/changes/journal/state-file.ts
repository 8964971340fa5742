import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { BEGINNING, type Position } from '../position.ts'

/** The server's notes about its deliveries as a whole. */
export type State = {
  /** The position up to which every channel that is not behind has received changes. */
  readonly delivered: Position
  /** Changes up to here were being sent when this was written. */
  readonly sending: Position
  /** Until this time, in milliseconds, every subscribing channel may have missed changes. */
  readonly doubtUntil: number
  /** A channel could not be recorded. */
  readonly isPartial: boolean
  /** The machine's boot during which this was written. */
  readonly boot: string
}

export type StateFile = {
  /** `unreadable` after a crash of the machine. */
  read(): { readonly state: State; readonly writtenAt: number } | 'missing' | 'unreadable'
  write(state: State): void
  /** Releases the file; a later write opens it again. */
  close(): void
  remove(): void
}

const FILE = 'delivered'
const Lsn = z.coerce.bigint()
const Count = z.int().nonnegative()
/** An earlier release wrote the first two fields only. */
const Stored = z.object({
  lsn: Lsn,
  count: Count,
  sending: z.object({ lsn: Lsn, count: Count }).optional(),
  doubtUntil: z.int().optional(),
  isPartial: z.boolean().optional(),
  boot: z.string().optional(),
})
/** Every write has the same length, so that it replaces the one before as a whole. */
const LENGTH = 256

/**
 * Keeps a state in `folder`. A write of a few bytes goes to the system's memory without waiting for
 * the disk: it outlives the process, not the machine.
 *
 * @param boot identifies the machine's current boot.
 */
export function createStateFile(folder: string, boot: string): StateFile {
  const file = path.join(folder, FILE)
  let fd: number | undefined

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    // The state of an earlier server stays until it is replaced.
    return openSync(file, constants.O_WRONLY | constants.O_CREAT, 0o600)
  }

  function close(): void {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }

  return {
    read() {
      try {
        const { lsn, count, ...stored } = Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
        const delivered: Position = { lsn, count }
        const state = {
          delivered,
          sending: stored.sending ?? delivered,
          doubtUntil: stored.doubtUntil ?? 0,
          isPartial: stored.isPartial ?? false,
          boot: stored.boot ?? boot,
        }
        return { state, writtenAt: Math.floor(statSync(file).mtimeMs) }
      } catch (error) {
        return isMissing(error) ? 'missing' : 'unreadable'
      }
    },
    write({ delivered, sending, doubtUntil, isPartial }) {
      fd ??= open()
      const text = JSON.stringify({
        lsn: `${delivered.lsn}`,
        count: delivered.count,
        sending: { lsn: `${sending.lsn}`, count: sending.count },
        doubtUntil,
        isPartial,
        boot,
      })
      writeSync(fd, text.padEnd(LENGTH), 0)
    },
    close,
    remove() {
      close()
      rmSync(file, { force: true })
    },
  }
}

export const newState = (boot: string): State => ({
  delivered: BEGINNING,
  sending: BEGINNING,
  doubtUntil: 0,
  isPartial: false,
  boot,
})

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

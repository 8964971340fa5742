import { closeSync, mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/**
 * What has been delivered: every transaction whose commit record is before `lsn`, and of the one at
 * `lsn` the first `count` changes.
 */
export type Position = { readonly lsn: bigint; readonly count: number }

/** A position in a file that outlives the server. */
export type PositionFile = {
  /** The position, and when it was last written; undefined if there is none. */
  read(): { readonly position: Position; readonly writtenAt: Date } | undefined
  write(position: Position): void
  /** Releases the file; a later write opens it again. */
  close(): void
  remove(): void
}

const FILE = 'delivered'
const Stored = z.object({ lsn: z.coerce.bigint(), count: z.number().int().nonnegative() })
/** Every write has the same length, so that it replaces the one before as a whole. */
const LENGTH = 80

/**
 * Keeps a position in `folder`. A write of a few bytes goes to the system's memory without waiting
 * for the disk: it outlives the process, not the machine.
 */
export function createPositionFile(folder: string): PositionFile {
  const file = path.join(folder, FILE)
  let fd: number | undefined

  function open(): number {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    return openSync(file, 'w', 0o600)
  }

  function close(): void {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }

  return {
    read() {
      try {
        const position = Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
        return { position, writtenAt: statSync(file).mtime }
      } catch {
        // Missing, or cut off when the machine stopped: nothing is known.
        return undefined
      }
    },
    write({ lsn, count }) {
      fd ??= open()
      writeSync(fd, JSON.stringify({ lsn: `${lsn}`, count }).padEnd(LENGTH), 0)
    },
    close,
    remove() {
      close()
      rmSync(file, { force: true })
    },
  }
}

/** For a slot that is not kept. */
export const NO_POSITION_FILE: PositionFile = {
  read: () => undefined,
  write() {},
  close() {},
  remove() {},
}

/** A position in the WAL as Postgres writes it, such as `0/16B3748`. */
export function parseLsn(text: string): bigint {
  const [high = '0', low = '0'] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`)
}

export const formatLsn = (lsn: bigint): string =>
  `${(lsn >> 32n).toString(16)}/${(lsn & 0xffffffffn).toString(16)}`.toUpperCase()

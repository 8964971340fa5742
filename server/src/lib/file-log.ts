import { appendFile, close, fstatSync, mkdirSync, open, openSync } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { systemClock } from './clock.ts'
import type { Log } from './log.ts'
import { codeOf } from './untrusted-folder/walk.ts'

/** Flushing resolves when every earlier line is in the file or could not be written. */
export type FileLog = Log & { flush(): Promise<void> }

const append = promisify(appendFile)
const openFile = promisify(open)
const closeFile = promisify(close)

/** How many characters are buffered before a write, and how long a line waits at most. */
const BATCH = 256 * 1024
const LONGEST_WAIT_MS = 1000

export type LogLimits = {
  /** The file is rotated when it reaches this size. */
  readonly maxBytes: number
  /** Number of files kept, including the current one. */
  readonly maxFiles: number
}

const LIMITS: LogLimits = { maxBytes: 50 * 1024 * 1024, maxFiles: 10 }

/** How many characters can wait for a slow disk. Further lines are lost. */
const MOST_WAITING = 16 * 1024 * 1024

/**
 * JSON lines in a file, written in order and in batches so that no request waits for the disk. A
 * full file is renamed, with the time in its name, and the oldest ones are deleted; several processes
 * can write to the same file. A failing disk is reported once on standard error; log lines are lost
 * until it works again.
 */
export function createFileLog(file: string, limits: LogLimits = LIMITS): FileLog {
  mkdirSync(path.dirname(file), { recursive: true })
  let fd = openSync(file, 'a', 0o600)
  let inode = fstatSync(fd).ino
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  let rotations = 0
  let isFailing = false
  let written = Promise.resolve()

  async function writeAfter(before: Promise<void>, batch: string): Promise<void> {
    await before
    try {
      await rotate()
      // The last write may have ended in the middle of a line.
      await append(fd, isFailing ? `\n${batch}` : batch)
      isFailing = false
    } catch (error) {
      if (!isFailing) process.stderr.write(`The log cannot be written: ${String(error)}\n`)
      isFailing = true
    }
    waiting -= batch.length
  }

  /** Starts a new file if this one is full or another process has started one. */
  async function rotate(): Promise<void> {
    const current = await stat(file).catch(() => undefined)
    if (current?.ino === inode) {
      if (current.size < limits.maxBytes) return
      const time = systemClock.now().toISOString().replaceAll(':', '-')
      rotations += 1
      // No other file has this name, so none is replaced. Another process may have renamed this one.
      const number = String(rotations).padStart(6, '0')
      await rename(file, `${file}.${time}-${process.pid}-${number}`).catch(ignoreMissing)
      await removeOldest(file, limits.maxFiles - 1)
    }
    const next = await openFile(file, 'a', 0o600)
    await closeFile(fd)
    fd = next
    inode = fstatSync(fd).ino
  }

  function hand(): void {
    clearTimeout(timer)
    timer = undefined
    const batch = pending
    pending = ''
    if (batch === '' || waiting > MOST_WAITING) return
    waiting += batch.length
    written = writeAfter(written, batch)
  }

  // A file exceeds its limit by at most one batch.
  const batchLength = Math.min(BATCH, limits.maxBytes / 2)
  const collector = {
    write(line: string) {
      pending += line
      if (pending.length >= batchLength) hand()
      else timer ??= setTimeout(hand, LONGEST_WAIT_MS).unref()
    },
  }
  const timestamp = createTimestamp()
  const logger = pino({ base: null, timestamp, level: 'debug' }, collector)
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info(fields, message) {
      const plain = plainFields(fields)
      if (plain === undefined) logger.info(fields, message)
      else collector.write(`{"level":30${timestamp()}${plain},"msg":${JSON.stringify(message)}}\n`)
    },
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush() {
      hand()
      return written
    },
  }
}

/**
 * The fields as pino writes them, in a fraction of its time, because every request writes a line.
 * Undefined if a field holds more than a text, an integer or a boolean.
 */
function plainFields(fields: Readonly<Record<string, unknown>>): string | undefined {
  let text = ''
  for (const name in fields) {
    const value = fields[name]
    if (value === undefined) continue
    if (typeof value === 'string') text += `,"${name}":${JSON.stringify(value)}`
    else if (typeof value === 'boolean') text += `,"${name}":${value}`
    else if (typeof value === 'number' && Number.isInteger(value)) text += `,"${name}":${value}`
    else return undefined
  }
  return text
}

function ignoreMissing(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error
}

async function removeOldest(file: string, kept: number): Promise<void> {
  const { dir, base } = path.parse(file)
  // Their names begin with the time, and end with a number of fixed length.
  const names = (await readdir(dir)).filter((name) => name.startsWith(`${base}.`)).sort()
  for (const name of names.slice(0, Math.max(0, names.length - kept)))
    await rm(path.join(dir, name), { force: true })
}

/** The time as ISO 8601, formatted once per millisecond and shared by several lines. */
function createTimestamp(): () => string {
  let last = 0
  let text = ''
  return () => {
    const now = systemClock.now().getTime()
    if (now !== last) {
      last = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

import { appendFile, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pino from 'pino'
import { systemClock } from './clock.ts'
import type { Log } from './log.ts'

/** Flushing resolves when every earlier line is in the file or could not be written. */
export type FileLog = Log & { flush(): Promise<void> }

const append = promisify(appendFile)

/** How many characters are collected before a write, and how long a line waits at most. */
const BATCH = 8192
const LONGEST_WAIT_MS = 1000

/** How many characters may wait for a slow disk. Lines beyond that are lost. */
const MOST_WAITING = 16 * 1024 * 1024

/**
 * JSON lines in a file, written in order and in batches so that no request waits for the disk. A
 * failing disk is reported once on standard error; log lines are lost until it works again.
 */
export function createFileLog(file: string): FileLog {
  mkdirSync(path.dirname(file), { recursive: true })
  const fd = openSync(file, 'a', 0o600)
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  let waiting = 0
  let isFailing = false
  let written = Promise.resolve()

  async function writeAfter(before: Promise<void>, batch: string): Promise<void> {
    await before
    try {
      await append(fd, batch)
      isFailing = false
    } catch (error) {
      if (!isFailing) process.stderr.write(`The log cannot be written: ${String(error)}\n`)
      isFailing = true
    }
    waiting -= batch.length
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

  const collector = {
    write(line: string) {
      pending += line
      if (pending.length >= BATCH) hand()
      else timer ??= setTimeout(hand, LONGEST_WAIT_MS).unref()
    },
  }
  const logger = pino({ base: null, timestamp: createTimestamp(), level: 'debug' }, collector)
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush() {
      hand()
      return written
    },
  }
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

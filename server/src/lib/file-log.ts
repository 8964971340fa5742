import { mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import pino from 'pino'
import type { Log } from './log.ts'

export type FileLog = Log & { flush(): void }

/** How much is collected before it is written, in letters, and how long a line waits at most. */
const BATCH = 8192
const LONGEST_WAIT_MS = 1000

/** JSON lines in a file, written in batches so that no request waits for the disk. */
export function createFileLog(file: string): FileLog {
  mkdirSync(path.dirname(file), { recursive: true })
  // Opened at once: a destination that opens its file itself cannot be flushed until it has.
  const destination = pino.destination({ fd: openSync(file, 'a', 0o600), sync: false })
  let pending = ''
  let timer: NodeJS.Timeout | undefined
  const hand = () => {
    clearTimeout(timer)
    timer = undefined
    if (pending !== '') destination.write(pending)
    pending = ''
  }
  // Lines are collected here, since the destination counts all it holds again for each of them.
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
      destination.flushSync()
    },
  }
}

/** The time as ISO 8601, written anew once a millisecond: several lines share one. */
function createTimestamp(): () => string {
  let last = 0
  let text = ''
  return () => {
    const now = Date.now()
    if (now !== last) {
      last = now
      text = `,"time":"${new Date(now).toISOString()}"`
    }
    return text
  }
}

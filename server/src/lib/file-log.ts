import pino from 'pino'
import type { Log } from './log.ts'

export type FileLog = Log & { flush(): void }

/** JSON lines in a file, written in batches so that no request waits for the disk. */
export function createFileLog(file: string): FileLog {
  const destination = pino.destination({
    dest: file,
    mkdir: true,
    mode: 0o600,
    sync: false,
    minLength: 4096,
    periodicFlush: 1000,
  })
  const logger = pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime, level: 'debug' },
    destination,
  )
  return {
    debug: (fields, message) => logger.debug(fields, message),
    info: (fields, message) => logger.info(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    error: (fields, message) => logger.error(fields, message),
    flush: () => destination.flushSync(),
  }
}

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { onTestFinished } from 'vitest'
import { systemClock } from '../src/lib/clock.ts'
import { silentLog } from '../src/lib/log.ts'
import { logFileName, sourceFolder } from '../src/logs/layout.ts'
import type { LogParts } from '../src/logs/index.ts'
import { createReaderAccounts, type ReaderAccounts } from '../src/logs/query/account.ts'
import { createLogReader, type LogReaderOptions } from '../src/logs/query/reader.ts'
import { createLogStore } from '../src/logs/store.ts'

export type WrittenLogs = LogParts & {
  readonly folder: string
  readonly accounts: ReaderAccounts
  readonly ref: string
  /** Writes lines as the segment of their hour. */
  write(source: LogSourceName, lines: readonly (object | string)[], hour?: number): string
}

export const HOUR_MS = 3_600_000
/** The beginning of the hour in which tests write. */
export const HOUR = Date.UTC(2026, 5, 1, 12)
export const REF = 'logsofasampleproject'

/** A store and a reader over segments that a test writes by hand. */
export function writtenLogs(options: Partial<LogReaderOptions> = {}): WrittenLogs {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stoa-logs-'))
  const store = createLogStore({ folder, clock: systemClock, log: silentLog })
  const accounts = createReaderAccounts(folder)
  const reader = createLogReader({
    store,
    folder,
    accounts,
    clock: systemClock,
    log: silentLog,
    ...options,
  })
  onTestFinished(async () => {
    reader.stop()
    await store.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    folder,
    accounts,
    ref: REF,
    store,
    reader,
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    write(source, lines, hour = HOUR) {
      const place = sourceFolder(folder, REF, source)
      mkdirSync(place, { recursive: true, mode: 0o700 })
      const file = path.join(place, logFileName({ hour, part: 0, format: 'ndjson' }))
      const texts = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
      writeFileSync(file, `${texts.join('\n')}\n`, { mode: 0o600 })
      return file
    },
  }
}

/** A request at the gateway, so many milliseconds after the beginning of the hour. */
export const edgeEvent = (ms: number, more: object = {}) => ({
  id: `e${String(ms).padStart(7, '0')}`,
  timestamp: (HOUR + ms) * 1000,
  event_message: `GET | 200 | /rest/v1/todos?n=${ms}`,
  severity: 'info',
  request_id: `r${ms}`,
  request_method: 'GET',
  request_path: '/rest/v1/todos',
  request_host: 'localhost',
  response_status_code: 200,
  response_origin_time: 3.5,
  ...more,
})

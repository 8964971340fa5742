import {
  LOG_SOURCES,
  logColumn,
  type LogLevel,
  type LogSourceName,
} from '@stoa/contract/catalog/log-sources'
import { messageOf } from '../lib/describe-error.ts'
import type { Log } from '../lib/log.ts'
import { currentRequestId } from '../lib/request-id.ts'
import type { LogSink, LogValue } from './log-sink.ts'

type Fields = Readonly<Record<string, unknown>>

const LEVELS: { readonly [Level in keyof Log]: LogLevel } = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
}

/** The columns of each source, to tell them from the other fields of a line. */
const COLUMNS: ReadonlyMap<LogSourceName, ReadonlySet<string>> = new Map(
  LOG_SOURCES.map(({ reference, fields }) => [reference, new Set(fields.map(logColumn))]),
)

/**
 * A service's log of one project. Fields that are named like a column of the source become columns;
 * all others are part of the message.
 */
export function createServiceLog(
  logs: LogSink,
  { ref, source }: { readonly ref: string; readonly source: LogSourceName },
): Log {
  const own = COLUMNS.get(source) ?? new Set<string>()
  const write = (level: keyof Log) => (fields: Fields, message: string) => {
    const columns: Record<string, LogValue> = own.has('level') ? { level } : {}
    let text = message
    for (const [name, value] of Object.entries(fields))
      if (own.has(name) && isLogValue(value)) columns[name] = value
      else if (value !== undefined) text += ` ${name}=${textOf(value)}`
    logs.write(ref, source, {
      message: text,
      severity: LEVELS[level],
      requestId: currentRequestId(),
      columns,
    })
  }
  return {
    debug: write('debug'),
    info: write('info'),
    warn: write('warn'),
    error: write('error'),
  }
}

const isLogValue = (value: unknown): value is LogValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

function textOf(value: unknown): string {
  if (value instanceof Error) return JSON.stringify(messageOf(value))
  if (typeof value === 'string') return /^[\w./:@-]+$/.test(value) ? value : JSON.stringify(value)
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

import { createHash } from 'node:crypto'
import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import type { LogEvent, LogValue } from '../../project/log-sink.ts'
import { maskPasswords } from './mask-passwords.ts'

/** Where a line was found. The same line at the same place is the same event. */
export type LinePlace = { readonly ref: string; readonly name: string; readonly offset: number }

type Line = Readonly<Record<string, unknown>>

const TEXTS = {
  parsed_application_name: 'application_name',
  parsed_backend_type: 'backend_type',
  parsed_command_tag: 'ps',
  parsed_context: 'context',
  parsed_database_name: 'dbname',
  parsed_detail: 'detail',
  parsed_error_severity: 'error_severity',
  parsed_hint: 'hint',
  parsed_query: 'statement',
  parsed_session_id: 'session_id',
  parsed_session_start_time: 'session_start',
  parsed_sql_state_code: 'state_code',
  parsed_timestamp: 'timestamp',
  parsed_user_name: 'user',
  parsed_virtual_transaction_id: 'vxid',
} as const

const NUMBERS = {
  parsed_process_id: 'pid',
  parsed_session_line_num: 'line_num',
  parsed_transaction_id: 'txid',
} as const

/** Reads lines of Postgres's JSON log as events, in the order of the file. */
export function createPostgresEvents(): (line: Buffer, place: LinePlace) => LogEvent {
  let last = 0
  let within = 0
  return (line, place) => {
    const fields = parse(line)
    const own = timeOf(fields)
    // A line that is not as Postgres writes it has the time of the one before.
    const time = own === 0 ? last : own
    // Postgres logs milliseconds. Counting within one keeps the order of its lines.
    within = time === last ? Math.min(999, within + 1) : 0
    last = time
    const timestamp = time === 0 ? undefined : time * 1000 + within
    const id = idOf(line, place, own)
    return {
      ...eventOf(fields, line, place.ref),
      id,
      ...(timestamp !== undefined && { timestamp }),
    }
  }
}

function parse(line: Buffer): Line | undefined {
  try {
    const value: unknown = JSON.parse(line.toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Line) : undefined
  } catch {
    return undefined
  }
}

/** `2026-01-31 23:59:59.123 UTC` in milliseconds; 0 if it is anything else. */
function timeOf(fields: Line | undefined): number {
  const text = fields?.['timestamp']
  if (typeof text !== 'string') return 0
  return Date.parse(text.replace(' ', 'T').replace(/ (?:UTC|GMT)$/, 'Z')) || 0
}

function idOf(line: Buffer, { ref, name, offset }: LinePlace, time: number): string {
  const hash = createHash('sha1').update(`${ref}/${name}/${offset}/`).update(line).digest('hex')
  const prefix = Math.max(0, time).toString(16).padStart(12, '0').slice(-12)
  return `${prefix.slice(0, 8)}-${prefix.slice(8)}-7${hash.slice(0, 3)}-8${hash.slice(3, 6)}-${hash.slice(6, 18)}`
}

function eventOf(
  fields: Line | undefined,
  line: Buffer,
  ref: string,
): Pick<LogEvent, 'message' | 'severity' | 'requestId' | 'columns'> {
  const own = { host: ref, identifier: ref }
  if (!fields) return { message: line.toString('utf8'), severity: 'info', columns: own }
  const columns: Record<string, LogValue> = { ...own }
  for (const [column, name] of Object.entries(TEXTS)) {
    const value = fields[name]
    if (typeof value === 'string') columns[column] = maskPasswords(value)
  }
  for (const [column, name] of Object.entries(NUMBERS)) {
    const value = fields[name]
    if (typeof value === 'number' && Number.isFinite(value)) columns[column] = value
  }
  const queryId = /"query_id":(-?\d+)/.exec(line.subarray(-100).toString('latin1'))?.[1]
  if (queryId !== '0') columns['parsed_query_id'] = queryId
  columns['parsed_connection_from'] = connectionOf(fields)
  const { name, requestId } = applicationOf(columns['parsed_application_name'])
  columns['parsed_application_name'] = name
  const message = fields['message']
  return {
    message: typeof message === 'string' ? maskPasswords(message) : '',
    severity: severityOf(fields['error_severity']),
    requestId,
    columns,
  }
}

function connectionOf({ remote_host: host, remote_port: port }: Line): string | undefined {
  if (typeof host !== 'string') return undefined
  return typeof port === 'number' ? `${host}:${port}` : host
}

const WITH_REQUEST = /^(.*) ([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12})$/

/** In sessions of callers, the request's id follows the name of the application. */
function applicationOf(value: LogValue): {
  readonly name: string | undefined
  readonly requestId: string | undefined
} {
  if (typeof value !== 'string') return { name: undefined, requestId: undefined }
  const [, name = value, requestId] = WITH_REQUEST.exec(value) ?? []
  return { name, requestId }
}

function severityOf(severity: unknown): LogLevel {
  if (severity === 'ERROR' || severity === 'FATAL' || severity === 'PANIC') return 'error'
  if (severity === 'WARNING') return 'warning'
  return typeof severity === 'string' && severity.startsWith('DEBUG') ? 'debug' : 'info'
}

import {
  LOG_LEVELS,
  EVENT_SOURCES,
  logColumn,
  type LogLevel,
  type LogSourceName,
} from '@stoa/contract/catalog/log-sources'
import type { LogRow } from '@stoa/contract/services/logs/logs'
import type { EndSignal } from '../../lib/end-signal.ts'
import { fileColumns, logSource, type LogParts, type MicrosecondSpan } from '../../logs/index.ts'
import { eventNotFound } from './errors.ts'
import { MAX_REQUEST_MS, MAX_TRACE_EVENTS } from './limits.ts'
import { sourcesOfRequest, wholeEvents } from './queries.ts'
import { readLogs } from './read.ts'

type Signal = { readonly signal: EndSignal | undefined }

/** An event with all its fields. */
type WholeEvent = LogRow & { readonly metadata: Record<string, unknown> }

export async function readEvent(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  {
    source,
    id,
    timestamp,
    signal,
  }: { readonly source: LogSourceName; readonly id: string; readonly timestamp: number } & Signal,
): Promise<WholeEvent> {
  const [row] = await readLogs(reader, ref, {
    sources: [source],
    span: { from: timestamp, to: timestamp + 1 },
    statement: wholeEvents(source, { id }, 1),
    maxRows: 1,
    signal,
  })
  if (!row) throw eventNotFound(source)
  return wholeEvent(source, row)
}

/** All events of one request, the oldest first. */
export async function traceRequest(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  {
    requestId,
    timestamp,
    signal,
  }: { readonly requestId: string; readonly timestamp: number } & Signal,
): Promise<WholeEvent[]> {
  const margin = MAX_REQUEST_MS * 1000
  const span: MicrosecondSpan = { from: timestamp - margin, to: timestamp + margin }
  const sources = EVENT_SOURCES.map(({ reference }) => reference)
  const selected = { span, sources, filters: [], search: undefined }
  const found = await readLogs(reader, ref, {
    sources,
    span,
    statement: sourcesOfRequest(selected, requestId),
    maxRows: sources.length,
    signal,
  })
  const names = new Set(found.map(([name]) => name))
  const events: WholeEvent[] = []
  for (const source of sources.filter((name) => names.has(name))) {
    const rows = await readLogs(reader, ref, {
      sources: [source],
      span,
      statement: wholeEvents(source, { requestId }, MAX_TRACE_EVENTS),
      maxRows: MAX_TRACE_EVENTS,
      signal,
    })
    events.push(...rows.map((row) => wholeEvent(source, row)))
  }
  return events.toSorted((a, b) => a.timestamp - b.timestamp)
}

function wholeEvent(source: LogSourceName, row: readonly unknown[]): WholeEvent {
  const columns = fileColumns(source)
  const values = new Map(columns.map(({ name }, index) => [name, row[index] ?? null]))
  const unified = logSource(source)?.unified ?? {}
  const at = (name: keyof typeof unified) => {
    const path = unified[name]
    return path === undefined ? null : (values.get(logColumn({ path })) ?? null)
  }
  return {
    id: text(values.get('id')) ?? '',
    timestamp: Number(values.get('timestamp')),
    source,
    severity: levelOf(values.get('severity')),
    message: text(values.get('event_message')) ?? '',
    status: number(at('status')),
    method: text(at('method')),
    host: text(at('host')),
    path: text(at('path')),
    user: text(at('user')),
    duration_ms: number(at('duration_ms')),
    request_id: text(values.get('request_id')),
    metadata: metadataOf(source, row),
  }
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? `${value}` : null
const number = (value: unknown) => (typeof value === 'number' ? value : null)
const levelOf = (value: unknown): LogLevel => LOG_LEVELS.find((level) => level === value) ?? 'info'

/** The fields of an event as objects within each other, without those that are empty. */
export function metadataOf(
  source: LogSourceName,
  row: readonly unknown[],
): Record<string, unknown> {
  const metadata: Record<string, unknown> = {}
  fileColumns(source).forEach(({ path, isNested }, index) => {
    const value = row[index] ?? null
    if (value === null || (!isNested && path[0] !== 'identifier')) return
    let object = metadata
    for (const name of path.slice(0, -1)) object = (object[name] ??= {}) as Record<string, unknown>
    object[path.at(-1) ?? ''] = value
  })
  return metadata
}

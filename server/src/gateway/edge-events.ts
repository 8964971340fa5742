import type { IncomingHttpHeaders } from 'node:http'
import {
  LOGGED_REQUEST_HEADERS,
  LOGGED_RESPONSE_HEADERS,
  LOG_SOURCES,
  logColumn,
  type LogLevel,
} from '@stoa/contract/catalog/log-sources'
import type { FinishedRequest } from '../project/finished-request.ts'
import type { LogEvent, LogSink, LogValue } from '../project/log-sink.ts'
import type { Service } from '../project/service.ts'
import { maskedSearch, maskedUrl } from './mask-secrets.ts'

type HeaderReader = (name: string) => number | string | readonly string[] | undefined

/** A request and its response with their headers. */
export type Exchange = {
  readonly request: FinishedRequest
  readonly requestHeaders: IncomingHttpHeaders
  readonly responseHeader: HeaderReader
}

/** Writes a row for each request at a project's door, and those of the service behind it. */
export function createEdgeEvents(
  logs: LogSink,
  { requestLogs = [] }: Pick<Service, 'requestLogs'>,
) {
  const further = requestLogs.map(({ source, columns, headers }) => ({
    source,
    columns,
    addHeaders: headers && createHeaderColumns(headers),
  }))
  return function write(exchange: Exchange): void {
    const { request } = exchange
    const { ref } = request
    const url = urlOf(request)
    const event = {
      message: describe(request, url),
      severity: severityOf(request.status),
      requestId: request.id,
    } satisfies Omit<LogEvent, 'columns'>
    const columns = edgeColumns(request, url)
    addEdgeHeaders(columns, exchange)
    logs.write(ref, 'edge_logs', { ...event, columns })
    for (const { source, columns: ownOf, addHeaders } of further) {
      const own = { ...ownOf(request) }
      addHeaders?.(own, exchange)
      logs.write(ref, source, { ...event, columns: own })
    }
  }
}

const severityOf = (status: number): LogLevel => {
  if (status >= 500) return 'error'
  return status >= 400 ? 'warning' : 'info'
}

/** Columns that every event has besides those of its source. */
const COMMON_COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'timestamp',
  'event_message',
  'severity',
  'request_id',
])

/** The line that people read, in the order of Supabase's. */
const describe = (request: FinishedRequest, url: string): string =>
  `${request.method} | ${request.status} | ${request.ip} | ${request.id} | ${url} | ${request.userAgent ?? ''}`

const urlOf = ({ protocol, host, path, search }: FinishedRequest): string =>
  `${protocol}://${host}${path}${search}`

/**
 * All columns in one order: objects of one shape take half of the time to encode, and every request
 * waits for it.
 */
const NO_COLUMNS: Readonly<Record<string, LogValue>> = Object.fromEntries(
  LOG_SOURCES.filter(({ reference }) => reference === 'edge_logs')
    .flatMap(({ fields }) => fields.map(logColumn))
    .filter((column) => !COMMON_COLUMNS.has(column))
    .map((column) => [column, undefined]),
)

function edgeColumns(request: FinishedRequest, url: string): Record<string, LogValue> {
  const columns = { ...NO_COLUMNS }
  columns['identifier'] = request.ref
  columns['request_method'] = request.method
  columns['request_path'] = request.path
  columns['request_host'] = request.host
  columns['request_url'] = url
  if (request.search !== '') columns['request_search'] = request.search
  columns['request_protocol'] = request.protocol
  columns['request_ip'] = request.ip
  columns['request_sb_role'] = request.role
  columns['request_sb_auth_user'] = request.user
  columns['response_status_code'] = request.status
  columns['response_origin_time'] = Math.round(request.durationMs)
  columns['response_bytes'] = request.bytes
  return columns
}

const addEdgeHeaders = createHeaderColumns({
  request: 'request_headers_',
  response: 'response_headers_',
})

/** Headers that contain a URL, which can contain secrets. */
const URLS: ReadonlySet<string> = new Set(['referer', 'origin'])

function createHeaderColumns(prefixes: { readonly request: string; readonly response: string }) {
  const header = (name: string) => name.replaceAll('_', '-')
  const requestColumns = LOGGED_REQUEST_HEADERS.map(
    (name) => [header(name), `${prefixes.request}${name}`] as const,
  )
  const responseColumns = LOGGED_RESPONSE_HEADERS.map(
    (name) => [header(name), `${prefixes.response}${name}`] as const,
  )
  return (columns: Record<string, LogValue>, exchange: Exchange): void => {
    const { requestHeaders, responseHeader } = exchange
    for (const [name, column] of requestColumns) {
      const value = requestHeaders[name]
      if (value === undefined) continue
      const text = typeof value === 'string' ? value : value.join(', ')
      columns[column] = URLS.has(name) ? maskedUrl(text) : text
    }
    for (const [name, column] of responseColumns) {
      const value = responseHeader(name)
      if (value !== undefined)
        columns[column] = typeof value === 'object' ? value.join(', ') : String(value)
    }
  }
}

/** The parts of a request's URL that are logged. */
export function loggedUrl(url: string, ref: string): Pick<FinishedRequest, 'path' | 'search'> {
  const own = url.startsWith(`/p/${ref}`) ? url.slice(ref.length + 3) : url
  const mark = own.indexOf('?')
  return mark < 0
    ? { path: own, search: '' }
    : { path: own.slice(0, mark), search: maskedSearch(own.slice(mark)) }
}

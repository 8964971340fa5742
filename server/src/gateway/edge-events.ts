import type { IncomingHttpHeaders } from 'node:http'
import {
  LOGGED_REQUEST_HEADERS,
  LOGGED_RESPONSE_HEADERS,
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
    const event = {
      message: describe(request),
      severity: severityOf(request.status),
      requestId: request.id,
    } satisfies Omit<LogEvent, 'columns'>
    const columns = edgeColumns(request)
    addEdgeHeaders(columns, exchange)
    logs.write(ref, 'edge_logs', { ...event, columns })
    for (const { source, columns: ownOf, addHeaders } of further) {
      const own = { ...ownOf(request) }
      addHeaders?.(own, exchange)
      logs.write(ref, source, { ...event, columns: own })
    }
  }
}

export type WriteExchange = ReturnType<typeof createEdgeEvents>

const severityOf = (status: number): LogLevel => {
  if (status >= 500) return 'error'
  return status >= 400 ? 'warning' : 'info'
}

/** The line that people read, in the order of Supabase's. */
const describe = (request: FinishedRequest): string =>
  `${request.method} | ${request.status} | ${request.ip} | ${request.id} | ${urlOf(request)} | ${request.userAgent ?? ''}`

const urlOf = ({ protocol, host, path, search }: FinishedRequest): string =>
  `${protocol}://${host}${path}${search}`

const edgeColumns = (request: FinishedRequest): Record<string, LogValue> => ({
  identifier: request.ref,
  request_method: request.method,
  request_path: request.path,
  request_host: request.host,
  request_url: urlOf(request),
  request_search: request.search === '' ? undefined : request.search,
  request_protocol: request.protocol,
  request_ip: request.ip,
  request_sb_role: request.role,
  request_sb_auth_user: request.user,
  response_status_code: request.status,
  response_origin_time: Math.round(request.durationMs),
})

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

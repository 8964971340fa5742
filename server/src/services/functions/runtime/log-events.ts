import {
  LOGGED_REQUEST_HEADERS,
  LOGGED_RESPONSE_HEADERS,
  type LogLevel,
} from '@stoa/contract/catalog/log-sources'
import type { LogEvent, LogValue } from '../../../project/log-sink.ts'
import type { StoredProject } from '../../../project/project.ts'
import { deploymentId } from '../versions/version.ts'
import { REGION } from './environment.ts'
import type { FunctionLogLine, LogSource } from './log-line.ts'

/** Part of the project that writes its log sources. */
export type FunctionEventLog = Pick<StoredProject, 'ref' | 'writeLog'>

export const EVENT_TYPES = {
  boot: 'Boot',
  console: 'Log',
  shutdown: 'Shutdown',
  uncaught: 'UncaughtException',
} as const

const LEVELS: { readonly [Level in FunctionLogLine['level']]: LogLevel } = {
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
}

/** Writes a line of a function's process to `function_logs`. */
export function writeFunctionLine(
  project: FunctionEventLog,
  source: LogSource,
  { kind, level, message, usage }: FunctionLogLine,
): void {
  if (kind === 'invocation') return
  project.writeLog('function_logs', {
    message,
    severity: LEVELS[level],
    columns: {
      ...deployment(project, source),
      event_type: EVENT_TYPES[kind],
      level,
      region: REGION,
      cpu_time_used: usage?.cpuMs,
      memory_used_total: usage?.memoryBytes,
    },
  })
}

type Invoked = NonNullable<FunctionLogLine['request']> & {
  readonly requestId: string | undefined
  readonly host: string | undefined
}

/** Writes an invocation to `function_edge_logs`. */
export function writeInvocation(
  project: FunctionEventLog,
  source: LogSource,
  { requestId, host, method, path, status, durationMs, ...headers }: Invoked,
): void {
  const columns: Record<string, LogValue> = {
    ...deployment(project, source),
    execution_time_ms: durationMs,
    status_code: status,
    response_status_code: status,
    request_method: method,
    request_host: host,
    request_pathname: path,
    request_url: host === undefined ? undefined : `http://${host}/functions/v1${path}`,
  }
  for (const name of LOGGED_REQUEST_HEADERS)
    columns[`request_headers_${name}`] = headers.requestHeaders?.[name.replaceAll('_', '-')]
  for (const name of LOGGED_RESPONSE_HEADERS)
    columns[`response_headers_${name}`] = headers.responseHeaders?.[name.replaceAll('_', '-')]
  const event: LogEvent = {
    message: `${method} | ${status} | ${path} | ${durationMs} ms`,
    severity: severityOf(status),
    requestId,
    columns,
  }
  project.writeLog('function_edge_logs', event)
}

const severityOf = (status: number): LogLevel => {
  if (status >= 500) return 'error'
  return status >= 400 ? 'warning' : 'info'
}

const deployment = (
  { ref }: Pick<StoredProject, 'ref'>,
  { functionId, version, executionId }: LogSource,
) => ({
  project_ref: ref,
  deployment_id: deploymentId(ref, { functionId, version }),
  execution_id: executionId === '' ? undefined : executionId,
  function_id: functionId,
  version: String(version),
})

import { LOG_LEVELS, type LogLevel, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from '../../../logs/index.ts'
import { metadataOf } from '../events.ts'

/** An event as receivers get it. */
export type DrainEvent = {
  /** The same in every attempt, so that receivers can recognize repetitions. */
  readonly id: string
  /** Microseconds since 1970. */
  readonly timestamp: number
  readonly source: LogSourceName
  readonly severity: LogLevel
  readonly message: string
  readonly requestId: string | undefined
  readonly metadata: Readonly<Record<string, unknown>>
}

/** The event of a row with all columns of its source; undefined if it is none. */
export function eventOfRow(source: LogSourceName, row: readonly unknown[]): DrainEvent | undefined {
  const at = (name: string) => row[columnIndex(source, name)]
  const [id, message, requestId] = [at('id'), at('event_message'), at('request_id')]
  const timestamp = Number(at('timestamp'))
  if (typeof id !== 'string' || !Number.isSafeInteger(timestamp)) return undefined
  return {
    id,
    timestamp,
    source,
    severity: LOG_LEVELS.find((level) => level === at('severity')) ?? 'info',
    message: typeof message === 'string' ? message : '',
    requestId: typeof requestId === 'string' ? requestId : undefined,
    metadata: metadataOf(source, row),
  }
}

/** The event of a segment's line; undefined if the line is damaged. */
export function eventOfLine(source: LogSourceName, line: string): DrainEvent | undefined {
  const object = objectOf(line)
  return (
    object &&
    eventOfRow(
      source,
      fileColumns(source).map(({ name }) => object[name]),
    )
  )
}

const columnIndex = (source: LogSourceName, name: string) =>
  fileColumns(source).findIndex((column) => column.name === name)

function objectOf(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? { ...value } : undefined
  } catch {
    return undefined
  }
}

/** The form of an event for receivers without a form of their own. */
export const plainEvent = (ref: string, event: DrainEvent) => ({
  id: event.id,
  timestamp: event.timestamp,
  event_message: event.message,
  severity: event.severity,
  source: event.source,
  project: ref,
  metadata: event.metadata,
})

/** Fields below `metadata` with dotted names, for receivers that know only flat attributes. */
export function flatMetadata(
  metadata: Readonly<Record<string, unknown>>,
): readonly (readonly [string, string | number | boolean])[] {
  return Object.entries(metadata).flatMap(([name, value]) => {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      return [[name, value] as const]
    if (typeof value !== 'object' || value === null) return []
    if (Array.isArray(value)) return [[name, JSON.stringify(value)] as const]
    return flatMetadata({ ...value }).map(([inner, each]) => [`${name}.${inner}`, each] as const)
  })
}

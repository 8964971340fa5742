import type { LogEvent } from '../../../data/resources/services/logs/events.ts'

export type EventField = {
  /** The path by which a filter names the field. */
  readonly path: string
  readonly value: string
}

/** The columns that all sources share, in the order of the form. */
const SHARED = [
  'severity',
  'source',
  'status',
  'method',
  'path',
  'host',
  'user',
  'duration_ms',
  'request_id',
] as const

/** The fields of an event that have a value: the shared columns, then its metadata. */
export function fieldsOf(event: LogEvent): {
  readonly shared: readonly EventField[]
  readonly metadata: readonly EventField[]
} {
  const shared = SHARED.flatMap((path) => {
    const value = event[path]
    return value === null ? [] : [{ path, value: String(value) }]
  })
  return { shared, metadata: flatten('metadata', event.metadata) }
}

function flatten(path: string, value: unknown): readonly EventField[] {
  if (value === null || value === undefined || value === '') return []
  // Nested records are lists with one item in the dialect of the queries.
  if (Array.isArray(value) && value.length === 1) return flatten(path, value[0])
  if (typeof value === 'object' && !Array.isArray(value))
    return Object.entries(value).flatMap(([name, part]) => flatten(`${path}.${name}`, part))
  return [{ path, value: typeof value === 'string' ? value : JSON.stringify(value) }]
}

/** The value of a field of an event's metadata. */
export const metadataOf = (event: LogEvent, path: string): string | undefined =>
  fieldsOf(event).metadata.find((field) => field.path === `metadata.${path}`)?.value

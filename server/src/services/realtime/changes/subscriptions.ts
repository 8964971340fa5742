import { parseFilters } from './filters.ts'
import type { AskedChange, Subscription } from './listener.ts'
import type { RowChange, Relation } from './pgoutput.ts'

const ANY = '*'
const EVENTS = ['INSERT', 'UPDATE', 'DELETE', ANY] as const

/** Undefined for a request that is malformed. */
export function readRequest(asked: AskedChange): Subscription | undefined {
  const { id, event = ANY, schema = 'public', table, filter, select } = asked
  const known = EVENTS.find((name) => name === event.toUpperCase())
  const filters = filter ? parseFilters(filter) : []
  if (!known || !filters || (filters.length > 0 && !named(table))) return undefined
  return {
    id,
    event: known,
    schema,
    table: named(table) ? (table ?? undefined) : undefined,
    filters,
    selected: select ?? undefined,
  }
}

const named = (table: string | null | undefined): boolean =>
  table !== undefined && table !== null && table !== '' && table !== ANY

export const concerns = (
  { event, schema, table }: Pick<Subscription, 'event' | 'schema' | 'table'>,
  type: RowChange['type'],
  relation: Relation,
): boolean =>
  (event === ANY || event === type) &&
  (schema === ANY || schema === relation.schema) &&
  (table === undefined || table === relation.table)

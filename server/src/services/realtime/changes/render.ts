import { jsonOf } from './json-value.ts'
import type { RowChange, Tuple } from './pgoutput.ts'
import type { ColumnFacts, TableFacts } from './table-facts.ts'

/** Larger rows are sent without their long values. */
const MAX_ROW_BYTES = 1024 * 1024
const SHORT_VALUE_BYTES = 64

const UNAUTHORIZED = 'Error 401: Unauthorized'
const NO_KEY = 'Error 400: Bad Request, no primary key'
const TOO_LARGE = 'Error 413: Payload Too Large'

/** The values of a row by column name. */
export type Values = ReadonlyMap<string, string | null>

export function valuesOf({ relation }: RowChange, tuple: Tuple | undefined): Values {
  const values = new Map<string, string | null>()
  relation.columns.forEach(({ name }, at) => {
    const value = tuple?.[at]
    if (value !== undefined) values.set(name, value)
  })
  return values
}

/**
 * The row before a change. Without a full replica identity it has the key alone, and where that did
 * not change, it is taken from the row after it.
 */
function valuesBefore(change: RowChange): Values {
  const { before, after, isBeforeKey, relation } = change
  const all = valuesOf(change, before ?? after)
  if (before && !isBeforeKey) return all
  const keys = new Set(relation.columns.flatMap(({ name, isKey }) => (isKey ? [name] : [])))
  return new Map([...all].filter(([name]) => keys.has(name)))
}

/**
 * The row before a change as subscribers may know it. For a row that is gone, it can no longer be
 * decided who could see it, so in a table with policies only its key is sent.
 */
export function knownBefore(change: RowChange, { has_rls: hasRls, key }: TableFacts): Values {
  const before = valuesBefore(change)
  return hasRls ? new Map([...before].filter(([name]) => key.includes(name))) : before
}

/**
 * The data of a change as clients receive it, for subscribers that can select `readable` and
 * requested the `selected` columns.
 */
export function renderChange(
  change: RowChange,
  facts: TableFacts,
  given: {
    readonly readable: readonly string[]
    readonly selected?: readonly string[] | undefined
  },
): string {
  const { type, relation, commit } = change
  const head = `"schema":${JSON.stringify(relation.schema)},"table":${JSON.stringify(relation.table)},"commit_timestamp":${JSON.stringify(commit.timestamp)},"type":"${type}"`
  const refused = refusalOf(change, facts, given.readable)
  if (refused !== undefined)
    return `{${head},"columns":[],"record":{},"old_record":{},"errors":[${JSON.stringify(refused)}]}`
  const readable = new Set(given.readable)
  const wanted = given.selected && new Set([...given.selected, ...facts.key])
  const columns = facts.columns.filter(
    ({ name }) => readable.has(name) && (wanted?.has(name) ?? true),
  )
  const isLarge = change.bytes > MAX_ROW_BYTES
  const record = (values: Values) => recordJson(values, columns, isLarge)
  const known = knownBefore(change, facts)
  const described = columns.map(({ name, type: typeName }) => ({ name, type: typeName }))
  return [
    `{${head},"columns":${JSON.stringify(described)}`,
    type === 'DELETE' ? '' : `,"record":${record(valuesOf(change, change.after))}`,
    type === 'INSERT' ? '' : `,"old_record":${record(known)}`,
    `,"errors":${isLarge ? JSON.stringify([TOO_LARGE]) : 'null'}}`,
  ].join('')
}

/** Why a subscriber gets no values at all. */
export function refusalOf(
  { type }: RowChange,
  facts: TableFacts,
  readable: readonly string[],
): string | undefined {
  if (readable.length === 0) return UNAUTHORIZED
  if (!facts.has_rls || type === 'DELETE') return undefined
  if (facts.key.length === 0) return NO_KEY
  return facts.key.every((name) => readable.includes(name)) ? undefined : UNAUTHORIZED
}

function recordJson(values: Values, columns: readonly ColumnFacts[], isLarge: boolean): string {
  const fields: string[] = []
  for (const column of columns) {
    const value = values.get(column.name)
    if (value === undefined) continue
    if (isLarge && value !== null && Buffer.byteLength(value) > SHORT_VALUE_BYTES) continue
    fields.push(`${JSON.stringify(column.name)}:${jsonOf(value, column)}`)
  }
  return `{${fields.join(',')}}`
}

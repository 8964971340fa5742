import type { ForeignKey, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { NewTable } from '../../../data/resources/services/meta/tables.ts'

type Action = ForeignKey['on_delete']
type Reference = NewTable['foreign_keys'][number]

export type ColumnPair = { column: string; target: string }

/** A foreign key as edited in a form: pairs of a column and the column it references. */
export type ForeignKeyDraft = {
  id: number
  schema: string
  table: string
  pairs: ColumnPair[]
  onUpdate: Action
  onDelete: Action
  match: Reference['match']
  deferral: Reference['deferral']
}

export const newForeignKey = (id: number, schema: string): ForeignKeyDraft => ({
  id,
  schema,
  table: '',
  pairs: [{ column: '', target: '' }],
  onUpdate: 'no_action',
  onDelete: 'no_action',
  match: 'simple',
  deferral: 'not_deferrable',
})

export const ACTIONS: readonly { value: Action; label: string }[] = [
  { value: 'no_action', label: 'No action' },
  { value: 'restrict', label: 'Restrict' },
  { value: 'cascade', label: 'Cascade' },
  { value: 'set_null', label: 'Set null' },
  { value: 'set_default', label: 'Set default' },
]

export const referenceOf = (draft: ForeignKeyDraft): Reference => ({
  name: null,
  columns: draft.pairs.map(({ column }) => column),
  target_schema: draft.schema,
  target_table: draft.table,
  target_columns: draft.pairs.map(({ target }) => target),
  on_update: draft.onUpdate,
  on_delete: draft.onDelete,
  match: draft.match,
  deferral: draft.deferral,
})

/** The missing part of a foreign key; undefined if it is complete. */
export function foreignKeyProblem({ table, pairs }: ForeignKeyDraft): string | undefined {
  if (table === '') return 'Select the referenced table.'
  const isWhole = pairs.every(({ column, target }) => column !== '' && target !== '')
  return isWhole ? undefined : 'Select the columns of the foreign key.'
}

export type TypedColumn = { name: string; type: string }

/**
 * The pairs that a foreign key to a table most likely has: its primary key, and the columns whose
 * names say that they refer to it.
 */
export function likelyPairs(
  target: Pick<TableDetail, 'name' | 'primary_key'>,
  columns: readonly TypedColumn[],
): ColumnPair[] {
  if (target.primary_key.length === 0) return [{ column: '', target: '' }]
  const names = new Set(columns.map(({ name }) => name))
  return target.primary_key.map((key) => ({
    column: namesFor(target.name, key).find((name) => names.has(name)) ?? '',
    target: key,
  }))
}

/** The names of a column that refers to a key, the most telling first: `customer_id` for `id`. */
function namesFor(table: string, key: string): string[] {
  const singular = table.replace(/ies$/, 'y').replace(/(ss|[^s])s$/, '$1')
  const owners = [...new Set([singular, table])]
  const composed = owners.flatMap((owner) => [
    `${owner}_${key}`,
    `${owner}${key.slice(0, 1).toUpperCase()}${key.slice(1)}`,
  ])
  // Nearly every table has an id of its own, which refers to nothing.
  return key === 'id' ? [...composed, ...owners] : [key, ...composed, ...owners]
}

const FAMILIES: readonly (readonly string[])[] = [
  ['smallint', 'integer', 'bigint', 'numeric', 'real', 'double precision'],
  ['text', 'character varying', 'character', 'name', 'citext'],
]

/** Types by the names that people type for them. */
const ALIASES: Readonly<Record<string, string>> = {
  int: 'integer',
  int2: 'smallint',
  int4: 'integer',
  int8: 'bigint',
  varchar: 'character varying',
  timestamptz: 'timestamp with time zone',
  bool: 'boolean',
}

const BUILT_IN = /^[a-z ]+$/

/** Why two columns cannot be compared; undefined if they can, or if only Postgres knows. */
export function typeMismatch(own: TypedColumn, target: TypedColumn): string | undefined {
  const [from, to] = [plain(own.type), plain(target.type)]
  const isLike = FAMILIES.some((family) => family.includes(from) && family.includes(to))
  if (from === to || isLike || !BUILT_IN.test(from) || !BUILT_IN.test(to)) return undefined
  return `${own.name} has the type ${own.type}, but ${target.name} has the type ${target.type}.`
}

function plain(type: string): string {
  const name = type.replace(/\(.*?\)/, '').trim()
  return ALIASES[name] ?? name
}

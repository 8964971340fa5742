import type { Column } from '@stoa/contract/services/meta/catalogue'
import { addColumn, updateColumn, type ColumnDefinition } from '@stoa/contract/services/meta/ddl'
import type { Collation, ColumnSettings } from '@stoa/contract/services/meta/column-settings'
import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { sentTo } from '../../../components/form/checked-by.ts'
import type { ColumnChange } from '../../../data/resources/services/meta/tables.ts'
import { valueProblem } from '../cells/cell-input.ts'
import { defaultOf } from '../cells/default-value.ts'

/** A column as edited in a form; `id` only distinguishes the rows of the form. */
export type ColumnDraft = {
  id: number
  name: string
  type: string
  isArray: boolean
  isPrimaryKey: boolean
  isNullable: boolean
  isUnique: boolean
  identity: 'always' | 'by_default' | null
  /** `stored` and `virtual` are columns that Postgres computes. */
  defaultKind: 'none' | 'literal' | 'expression' | 'stored' | 'virtual'
  defaultValue: string
  check: string
  comment: string
  /** The values of a new type, as an expression; empty for a cast. */
  using: string
  /** A collation as `collationKey` writes it; empty for that of the type. */
  collation: string
  /** Empty for that of the type. */
  storage: ColumnSettings['storage'] | ''
  compression: ColumnSettings['compression']
  /** A number as it is typed; empty for the server's default. */
  statistics: string
}

export const newColumn = (id: number): ColumnDraft => ({
  id,
  name: '',
  type: 'text',
  isArray: false,
  isPrimaryKey: false,
  isNullable: true,
  isUnique: false,
  identity: null,
  defaultKind: 'none',
  defaultValue: '',
  check: '',
  comment: '',
  using: '',
  collation: '',
  storage: '',
  compression: 'default',
  statistics: '',
})

/** The columns most tables start with: an identity column and a creation time. */
export const firstColumns = (): ColumnDraft[] => [
  {
    ...newColumn(0),
    name: 'id',
    type: 'bigint',
    isPrimaryKey: true,
    isNullable: false,
    identity: 'always',
  },
  {
    ...newColumn(1),
    name: 'created_at',
    type: 'timestamp with time zone',
    isNullable: false,
    defaultKind: 'expression',
    defaultValue: 'now()',
  },
]

/** A draft of an existing column, to edit it. */
export function draftOf(column: Column, settings: ColumnSettings): ColumnDraft {
  const preset = defaultOf({ ...column, identity: null, is_generated: false })
  const { generated, collation, statistics } = settings
  return {
    ...newColumn(column.position),
    name: column.name,
    type: column.type.replace(/\[\]$/, ''),
    isArray: column.type.endsWith('[]'),
    isPrimaryKey: column.is_primary_key,
    isNullable: column.is_nullable,
    isUnique: column.is_unique,
    identity: column.identity,
    defaultKind: generated?.kind ?? preset.kind,
    defaultValue: generated?.expression ?? (preset.kind === 'none' ? '' : defaultText(preset)),
    collation: collation === null ? '' : collationKey(collation),
    storage: settings.storage,
    compression: settings.compression,
    statistics: statistics === null ? '' : String(statistics),
    comment: column.comment ?? '',
  }
}

const defaultText = (preset: ReturnType<typeof defaultOf>) => {
  if (preset.kind === 'expression') return preset.text
  return preset.kind === 'literal' ? (preset.value ?? '') : ''
}

export function definitionOf(draft: ColumnDraft): ColumnDefinition {
  return {
    name: draft.name.trim(),
    type: typeOf(draft),
    is_nullable: draft.isNullable && !draft.isPrimaryKey,
    is_primary_key: draft.isPrimaryKey,
    is_unique: draft.isUnique && !draft.isPrimaryKey,
    identity: draft.identity,
    default: draft.identity === null ? presetOf(draft) : null,
    check: draft.check.trim() || null,
    comment: draft.comment.trim() || null,
    ...(isGenerated(draft) && {
      generated: { kind: draft.defaultKind, expression: draft.defaultValue },
    }),
    ...(draft.collation !== '' && { collation: collationOf(draft.collation) }),
    ...(draft.storage !== '' && { storage: draft.storage }),
    ...(draft.compression !== 'default' && { compression: draft.compression }),
    ...(draft.statistics.trim() !== '' && { statistics: Number(draft.statistics) }),
  }
}

/** Only the properties that differ, so that an unchanged default or type is not rewritten. */
export function changeOf(before: ColumnDraft, after: ColumnDraft): ColumnChange {
  const isDefaultChanged =
    before.defaultKind !== after.defaultKind || before.defaultValue !== after.defaultValue
  const isTypeChanged = typeOf(before) !== typeOf(after)
  return {
    ...(before.name !== after.name.trim() && { name: after.name.trim() }),
    ...(isTypeChanged && { type: typeOf(after) }),
    ...(isTypeChanged && after.using.trim() !== '' && { using: after.using.trim() }),
    ...(before.collation !== after.collation && {
      collation: after.collation === '' ? null : collationOf(after.collation),
    }),
    ...(before.identity !== after.identity && { identity: after.identity }),
    ...(before.storage !== after.storage && after.storage !== '' && { storage: after.storage }),
    ...(before.compression !== after.compression && { compression: after.compression }),
    ...(before.statistics.trim() !== after.statistics.trim() && {
      statistics: after.statistics.trim() === '' ? null : Number(after.statistics),
    }),
    ...(before.isNullable !== after.isNullable && { is_nullable: after.isNullable }),
    ...(before.isUnique !== after.isUnique && { is_unique: after.isUnique }),
    ...(isDefaultChanged && presetChange(before, after)),
    ...(before.comment !== after.comment && { comment: after.comment.trim() || null }),
  }
}

const typeOf = ({ type, isArray }: ColumnDraft) => (isArray ? `${type}[]` : type)

type GeneratedDraft = ColumnDraft & { defaultKind: 'stored' | 'virtual' }

export const isGenerated = (draft: ColumnDraft): draft is GeneratedDraft =>
  draft.defaultKind === 'stored' || draft.defaultKind === 'virtual'

function presetOf({ defaultKind, defaultValue }: ColumnDraft): ColumnDefinition['default'] {
  return defaultKind === 'literal' || defaultKind === 'expression'
    ? { kind: defaultKind, value: defaultValue }
    : null
}

/** A generated column has an expression instead of a default, and becomes an ordinary one without it. */
function presetChange(before: ColumnDraft, after: ColumnDraft): ColumnChange {
  if (!isGenerated(before)) return { default: presetOf(after) }
  return { generated_expression: isGenerated(after) ? after.defaultValue.trim() : null }
}

/** A collation as the value of a select. */
export const collationKey = ({ schema, name }: Collation): string => JSON.stringify([schema, name])

function collationOf(key: string): Collation {
  const [schema, name] = z.tuple([z.string(), z.string()]).parse(JSON.parse(key))
  return { schema, name }
}

/**
 * The default that a person means with a text: an expression if it looks like a call, a cast or a
 * keyword, otherwise a value.
 */
export function typedDefault(text: string): Pick<ColumnDraft, 'defaultKind' | 'defaultValue'> {
  if (text.trim() === '') return { defaultKind: 'none', defaultValue: '' }
  return {
    defaultKind: EXPRESSION.test(text.trim()) ? 'expression' : 'literal',
    defaultValue: text,
  }
}

const EXPRESSION =
  /^[a-z_][\w.]*\(.*\)$|::|^(?:current_(?:date|time|timestamp|user)|localtime|localtimestamp)$/is

const SUGGESTIONS: Readonly<Record<string, readonly string[]>> = {
  uuid: ['gen_random_uuid()', 'auth.uid()'],
  'timestamp with time zone': ['now()'],
  'timestamp without time zone': ['now()', "(now() at time zone 'utc')"],
  date: ['current_date'],
  'time without time zone': ['localtime'],
  jsonb: ["'{}'::jsonb", "'[]'::jsonb"],
  json: ["'{}'::json"],
  boolean: ['false', 'true'],
  text: ["''::text"],
  bigint: ['0'],
  integer: ['0'],
  numeric: ['0'],
}

/** Expressions that columns of a type often have as their default. */
export const suggestedDefaults = ({ type, isArray }: ColumnDraft): readonly string[] =>
  isArray ? ["'{}'"] : (SUGGESTIONS[type.replace(/\(.*?\)/, '')] ?? [])

export type ColumnProblems = { readonly [Name in keyof ColumnDraft]?: string | undefined }

/** The problems of a column, by field. `taken` are the names of the other columns. */
export function columnProblems(draft: ColumnDraft, taken: readonly string[] = []): ColumnProblems {
  const name = draft.name.trim()
  return {
    name: taken.includes(name)
      ? `Another column is named ${name}.`
      : NewName.safeParse(name).error?.issues[0]?.message,
    defaultValue: draft.identity === null ? defaultProblem(draft) : undefined,
    statistics: /^\s*(?:\d{1,4}|10000)?\s*$/.test(draft.statistics)
      ? undefined
      : 'Enter a number from 0 to 10,000.',
  }
}

function defaultProblem({ defaultKind, defaultValue, ...draft }: ColumnDraft): string | undefined {
  if (defaultKind === 'none') return undefined
  if (defaultKind !== 'literal')
    return defaultValue.trim() === '' ? 'Enter an SQL expression such as now().' : undefined
  if (draft.isArray) return undefined
  return valueProblem({ type: draft.type, category: '', enum_values: null }, defaultValue)
}

/** The form of a new column. */
export const NEW_COLUMN = sentTo(addColumn, definitionOf, (draft) => columnProblems(draft))

/** The form of an existing column; `before` is its initial state. */
export const changedColumn = (before: ColumnDraft) =>
  sentTo(
    updateColumn,
    (draft: ColumnDraft) => changeOf(before, draft),
    (draft) => columnProblems(draft),
  )

import type { Column } from '@stoa/contract/services/meta/catalogue'
import { addColumn, updateColumn, type ColumnDefinition } from '@stoa/contract/services/meta/ddl'
import { NewName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../components/form/checked-by.ts'
import type { ColumnChange } from '../../../data/resources/database/tables.ts'
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
  defaultKind: 'none' | 'literal' | 'expression'
  defaultValue: string
  check: string
  comment: string
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
export function draftOf(column: Column): ColumnDraft {
  const preset = defaultOf({ ...column, identity: null, is_generated: false })
  return {
    ...newColumn(column.position),
    name: column.name,
    type: column.type.replace(/\[\]$/, ''),
    isArray: column.type.endsWith('[]'),
    isPrimaryKey: column.is_primary_key,
    isNullable: column.is_nullable,
    isUnique: column.is_unique,
    identity: column.identity,
    defaultKind: preset.kind,
    defaultValue: preset.kind === 'none' ? '' : defaultText(preset),
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
  }
}

/** Only the properties that differ, so that an unchanged default or type is not rewritten. */
export function changeOf(before: ColumnDraft, after: ColumnDraft): ColumnChange {
  const isDefaultChanged =
    before.defaultKind !== after.defaultKind || before.defaultValue !== after.defaultValue
  return {
    ...(before.name !== after.name.trim() && { name: after.name.trim() }),
    ...(typeOf(before) !== typeOf(after) && { type: typeOf(after) }),
    ...(before.isNullable !== after.isNullable && { is_nullable: after.isNullable }),
    ...(before.isUnique !== after.isUnique && { is_unique: after.isUnique }),
    ...(isDefaultChanged && { default: presetOf(after) }),
    ...(before.comment !== after.comment && { comment: after.comment.trim() || null }),
  }
}

const typeOf = ({ type, isArray }: ColumnDraft) => (isArray ? `${type}[]` : type)

function presetOf({ defaultKind, defaultValue }: ColumnDraft): ColumnDefinition['default'] {
  return defaultKind === 'none' ? null : { kind: defaultKind, value: defaultValue }
}

export type ColumnProblems = { readonly [Name in keyof ColumnDraft]?: string | undefined }

/** The problems of a column, by field. `taken` are the names of the other columns. */
export function columnProblems(draft: ColumnDraft, taken: readonly string[] = []): ColumnProblems {
  const name = draft.name.trim()
  return {
    name: taken.includes(name)
      ? `Another column is named ${name}.`
      : NewName.safeParse(name).error?.issues[0]?.message,
    defaultValue: draft.identity === null ? defaultProblem(draft) : undefined,
  }
}

function defaultProblem({ defaultKind, defaultValue, ...draft }: ColumnDraft): string | undefined {
  if (defaultKind === 'none') return undefined
  if (defaultKind === 'expression')
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

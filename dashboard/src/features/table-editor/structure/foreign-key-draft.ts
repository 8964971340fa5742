import type { ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { NewTable } from '../../../data/resources/database/tables.ts'

type Action = ForeignKey['on_delete']

/** A foreign key as edited in a form: pairs of a column and the column it references. */
export type ForeignKeyDraft = {
  id: number
  schema: string
  table: string
  pairs: { column: string; target: string }[]
  onUpdate: Action
  onDelete: Action
}

export const newForeignKey = (id: number, schema: string): ForeignKeyDraft => ({
  id,
  schema,
  table: '',
  pairs: [{ column: '', target: '' }],
  onUpdate: 'no_action',
  onDelete: 'no_action',
})

export const ACTIONS: readonly { value: Action; label: string }[] = [
  { value: 'no_action', label: 'No action' },
  { value: 'restrict', label: 'Restrict' },
  { value: 'cascade', label: 'Cascade' },
  { value: 'set_null', label: 'Set null' },
  { value: 'set_default', label: 'Set default' },
]

export const referenceOf = (draft: ForeignKeyDraft): NewTable['foreign_keys'][number] => ({
  columns: draft.pairs.map(({ column }) => column),
  target_schema: draft.schema,
  target_table: draft.table,
  target_columns: draft.pairs.map(({ target }) => target),
  on_update: draft.onUpdate,
  on_delete: draft.onDelete,
})

/** The missing part of a foreign key; undefined if it is complete. */
export function foreignKeyProblem({ table, pairs }: ForeignKeyDraft): string | undefined {
  if (table === '') return 'Select the referenced table.'
  const isWhole = pairs.every(({ column, target }) => column !== '' && target !== '')
  return isWhole ? undefined : 'Select the columns of the foreign key.'
}

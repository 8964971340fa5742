import type { ComboboxOption } from '../../../ui/inputs/combobox-option.ts'
import type { ColumnDraft, ColumnProblems } from './column-draft.ts'

/** The fields of a column, or a part of them. */
export type ColumnFieldsProps = {
  projectRef: string
  draft: ColumnDraft
  problems: ColumnProblems
  types: readonly ComboboxOption[]
  /** The column as it is; undefined for a new one. */
  before?: ColumnDraft
  onChange: (change: Partial<ColumnDraft>) => void
}

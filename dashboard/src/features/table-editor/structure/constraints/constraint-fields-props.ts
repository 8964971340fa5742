import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintDraft } from './constraint-draft.ts'

/** The fields of a constraint, or a part of them. */
export type ConstraintFieldsProps = {
  projectRef: string
  table: TableDetail
  draft: ConstraintDraft
  problems: { readonly [Name in keyof ConstraintDraft]?: string | undefined }
  onChange: (part: Partial<ConstraintDraft>) => void
}

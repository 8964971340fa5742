import type { ConstraintKind, Deferral } from '@stoa/contract/services/meta/constraints'
import { addConstraint } from '@stoa/contract/services/meta/constraints'
import { OptionalName } from '@stoa/contract/services/meta/params'
import { sentTo } from '../../../../components/form/checked-by.ts'
import {
  foreignKeyProblem,
  newForeignKey,
  referenceOf,
  type ForeignKeyDraft,
} from '../foreign-key-draft.ts'

/** An element of an exclusion constraint; `source` is the name of a column or an expression. */
export type ElementDraft = { kind: 'column' | 'expression'; source: string; operator: string }

/** A new constraint as edited in a form; each kind uses some of the fields. */
export type ConstraintDraft = {
  kind: ConstraintKind
  name: string
  columns: string[]
  deferral: Deferral
  nullsNotDistinct: boolean
  expression: string
  reference: ForeignKeyDraft
  isValidated: boolean
  method: 'gist' | 'spgist' | 'btree' | 'hash'
  elements: ElementDraft[]
  condition: string
}

export const newConstraint = (kind: ConstraintKind, schema: string): ConstraintDraft => ({
  kind,
  name: '',
  columns: [],
  deferral: 'not_deferrable',
  nullsNotDistinct: false,
  expression: '',
  reference: newForeignKey(0, schema),
  isValidated: true,
  method: 'gist',
  elements: [{ kind: 'column', source: '', operator: '=' }],
  condition: '',
})

/** The request body of a draft. */
export function constraintOf(draft: ConstraintDraft) {
  const { kind, columns, deferral } = draft
  const name = draft.name.trim() || null
  switch (kind) {
    case 'primary_key':
      return { kind, name, columns, deferral }
    case 'unique':
      return { kind, name, columns, deferral, nulls_not_distinct: draft.nullsNotDistinct }
    case 'check':
      return { kind, name, expression: draft.expression.trim(), is_validated: draft.isValidated }
    case 'foreign_key':
      return {
        ...referenceOf({ ...draft.reference, deferral }),
        kind,
        name,
        is_validated: draft.isValidated,
      }
    case 'exclusion':
      return {
        kind,
        name,
        method: draft.method,
        elements: draft.elements.map(({ kind: source, source: text, operator }) => ({
          part:
            source === 'column'
              ? { kind: source, name: text }
              : { kind: source, expression: text.trim() },
          operator: operator.trim(),
        })),
        condition: draft.condition.trim() || null,
        deferral,
      }
  }
}

type Problems = { readonly [Name in keyof ConstraintDraft]?: string | undefined }

/** The problems of a draft in the fields of its kind. */
export function constraintProblems(draft: ConstraintDraft): Problems {
  const name = OptionalName.safeParse(draft.name.trim()).error?.issues[0]?.message
  const columns = draft.columns.length === 0 ? 'Select at least one column.' : undefined
  switch (draft.kind) {
    case 'primary_key':
    case 'unique':
      return { name, columns }
    case 'check':
      return {
        name,
        expression: draft.expression.trim() === '' ? 'Enter a condition.' : undefined,
      }
    case 'foreign_key':
      return { name, reference: foreignKeyProblem(draft.reference) }
    case 'exclusion': {
      const isMissing = draft.elements.some(
        ({ source, operator }) => source.trim() === '' || operator.trim() === '',
      )
      return { name, elements: isMissing ? 'Complete each element or remove it.' : undefined }
    }
  }
}

export const NEW_CONSTRAINT = sentTo(addConstraint, constraintOf, constraintProblems)

/** The name of each kind, as its menu item and its heading show it. */
export const KIND_LABELS: Readonly<Record<ConstraintKind, string>> = {
  primary_key: 'Primary key',
  foreign_key: 'Foreign key',
  unique: 'Unique constraint',
  check: 'Check constraint',
  exclusion: 'Exclusion constraint',
}

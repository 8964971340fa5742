import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Backfill, BackfillDefinition } from '@stoa/contract/services/meta/backfills'

/** A backfill as edited in a form. */
export type BackfillDraft = {
  column: string
  valueKind: 'literal' | 'expression' | 'none'
  value: string
  rows: BackfillDefinition['rows']['kind']
  /** The condition of the rows, as SQL. */
  expression: string
  setNotNull: boolean
}

export const newBackfill = (column: string, setNotNull: boolean): BackfillDraft => ({
  column,
  valueKind: 'literal',
  value: '',
  rows: 'null',
  expression: '',
  setNotNull,
})

export function backfillOf(draft: BackfillDraft): BackfillDefinition {
  const { column, valueKind, value, rows, expression, setNotNull } = draft
  return {
    column,
    value:
      valueKind === 'none'
        ? null
        : { kind: valueKind, value: valueKind === 'literal' ? value : value.trim() },
    rows: rows === 'matching' ? { kind: rows, expression: expression.trim() } : { kind: rows },
    set_not_null: setNotNull,
  }
}

type Problems = { readonly [Name in keyof BackfillDraft]?: string | undefined }

export const backfillProblems = (draft: BackfillDraft): Problems => ({
  column: draft.column === '' ? 'Select a column.' : undefined,
  value:
    draft.valueKind === 'expression' && draft.value.trim() === ''
      ? 'Enter an expression.'
      : undefined,
  valueKind:
    draft.valueKind === 'none' && !draft.setNotNull
      ? 'Select a value, or make the column NOT NULL.'
      : undefined,
  expression:
    draft.rows === 'matching' && draft.valueKind !== 'none' && draft.expression.trim() === ''
      ? 'Enter a condition.'
      : undefined,
})

/** The columns that can be filled: Postgres computes generated ones itself. */
export const fillable = (columns: readonly Column[]): Column[] =>
  columns.filter(({ is_generated: isGenerated }) => !isGenerated)

const PHASES: Readonly<Record<Backfill['phase'], string>> = {
  check: 'Waiting to add the check',
  fill: 'Filling rows',
  validate: 'Checking all rows',
  finish: 'Replacing the check with NOT NULL',
}

/** The state of a backfill in words; the end comes first. */
export function stateText({ state, phase, message }: Backfill): string {
  switch (state) {
    case 'running':
      return PHASES[phase]
    case 'done':
      return 'Done'
    case 'canceled':
      return 'Canceled. Changed rows keep their new value.'
    case 'failed':
      return `Failed: ${message ?? 'unknown error'}`
  }
}

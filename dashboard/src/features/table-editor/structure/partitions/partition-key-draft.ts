import type { PartitionKey, PartitionStrategy } from '@stoa/contract/services/meta/partitions'

/** How a new table is partitioned, as edited in a form. */
export type PartitionKeyDraft = {
  readonly strategy: PartitionStrategy | 'none'
  readonly columns: readonly string[]
  /** An SQL expression, after the columns. */
  readonly expression: string
}

export const NOT_PARTITIONED: PartitionKeyDraft = { strategy: 'none', columns: [], expression: '' }

/** Null for a table without partitions. */
export function partitionKeyOf(draft: PartitionKeyDraft): PartitionKey | null {
  const { strategy, columns } = draft
  if (strategy === 'none') return null
  const expression = draft.expression.trim()
  return {
    strategy,
    parts: [
      ...columns.map((name) => ({ kind: 'column' as const, name })),
      ...(expression === '' ? [] : [{ kind: 'expression' as const, expression }]),
    ],
  }
}

export function partitionKeyProblem(draft: PartitionKeyDraft): string | undefined {
  const key = partitionKeyOf(draft)
  if (key === null) return undefined
  if (key.parts.length === 0) return 'Select a column, or enter an expression.'
  if (key.strategy === 'list' && key.parts.length > 1)
    return 'Select one column only, or enter an expression instead.'
  return undefined
}

import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Relationship } from '@stoa/contract/services/meta/types'
import { restName } from './literals.ts'
import type { Sample } from './sample.ts'

/** Requests that embed related rows, one per relationship. */
export const embedSamples = (
  table: TableDetail,
  relationships: readonly Relationship[],
): Sample[] =>
  relationships.flatMap((relationship) => {
    if (relationship.table !== table.name) return embedOther(table, relationship)
    return relationship.is_referencing
      ? embedReferred(table, relationship)
      : embedReferring(table, relationship)
  })

const LEADS = {
  many_to_one: 'Each row with the row it references',
  one_to_one: 'Each row with the row that references it',
  one_to_many: 'Each row with a list of the rows that reference it',
} as const

function embedOther(table: TableDetail, relationship: Relationship): Sample {
  const { kind, table: other, constraint, columns, is_ambiguous: isAmbiguous } = relationship
  const hint = isAmbiguous ? `!${restName(constraint)}` : ''
  return {
    id: `embed-${constraint}`,
    title: isAmbiguous ? `${other} through ${constraint}` : other,
    text: `${LEADS[kind]}, matched by ${columns.join(', ')}.`,
    operation: select(table, `${restName(other)}${hint}(*)`),
  }
}

/**
 * Embeds the row that a row of the same table references, which the Data API identifies by the
 * column only.
 */
function embedReferred(table: TableDetail, { constraint, columns }: Relationship): Sample[] {
  const [column] = columns
  // The name of the table would embed the opposite direction.
  if (column === undefined || column === table.name) return []
  return [
    {
      id: `embed-${constraint}`,
      title: `${table.name} referenced by ${column}`,
      text: `Each row with the row of the same table that it references, matched by ${column}.`,
      operation: select(table, `${freeName(table, column)}:${restName(column)}(*)`),
    },
  ]
}

/** Embeds the rows of the same table that reference a row. */
function embedReferring(table: TableDetail, relationship: Relationship): Sample {
  const { kind, constraint, target_columns: target, is_ambiguous: isAmbiguous } = relationship
  const isColumn = table.columns.some(({ name }) => name === table.name)
  // Within a table, the Data API distinguishes foreign keys only by their columns.
  const [hint = constraint] = target
  const alias = isColumn ? `${freeName(table, '')}:` : ''
  const hinted = isAmbiguous || isColumn ? `!${restName(hint)}` : ''
  return {
    id: `embed-${constraint}-back`,
    title: `${table.name} rows that reference it by ${target.join(', ')}`,
    text: `${LEADS[kind].replace('the rows', 'the rows of the same table')}, matched by ${target.join(', ')}.`,
    operation: select(table, `${alias}${restName(table.name)}${hinted}(*)`),
  }
}

const select = ({ schema, name }: TableDetail, embedded: string) =>
  ({ kind: 'select', schema, table: name, select: ['*', embedded] }) as const

/** A name for the embedded row in the response that no column of the table uses. */
function freeName(table: TableDetail, column: string): string {
  const [, short] = /^(\w+)_id$/.exec(column) ?? []
  const names = [...(short === undefined ? [] : [short]), 'related', 'related_rows']
  return names.find((name) => table.columns.every((own) => own.name !== name)) ?? 'related_row'
}

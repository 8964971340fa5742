import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'

export type DefaultValue =
  | { readonly kind: 'none' }
  /** A constant value. */
  | { readonly kind: 'literal'; readonly value: Cell }
  /** SQL that the database evaluates on each insert. */
  | { readonly kind: 'expression'; readonly text: string }

const QUOTED = /^'((?:[^']|'')*)'(?:::[\w\s"."()[\],]+)?$/s
const NUMBER = /^\(?(-?\d+(?:\.\d+)?)\)?(?:::[\w\s"."()]+)?$/

/** The default of a column, parsed from the text that Postgres returns. */
export function defaultOf(
  column: Pick<Column, 'default_value' | 'identity' | 'is_generated'>,
): DefaultValue {
  const text = column.default_value
  if (column.is_generated) return { kind: 'expression', text: text ?? 'generated' }
  if (column.identity !== null) return { kind: 'expression', text: 'next number' }
  if (text === null) return { kind: 'none' }
  if (text === 'true' || text === 'false') return { kind: 'literal', value: text[0] ?? null }
  if (/^NULL(::.+)?$/.test(text)) return { kind: 'literal', value: null }
  const quoted = QUOTED.exec(text)?.[1]
  if (quoted !== undefined) return { kind: 'literal', value: quoted.replaceAll("''", "'") }
  const number = NUMBER.exec(text)?.[1]
  if (number !== undefined) return { kind: 'literal', value: number }
  return { kind: 'expression', text }
}

import type { DatabaseParameter } from '@stoa/contract/services/meta/parameters'
import { literal, quoted } from '../../../lib/sql-names.ts'

export type ParameterDraft = {
  /** The role whose sessions get the value; empty for all sessions of the database. */
  readonly role: string
  /** Empty to reset the parameter. */
  readonly value: string
}

/** Splits names at commas. Each becomes a literal of its own, without its quotes. */
const listOf = (value: string): string =>
  value
    .split(',')
    .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
    .filter((part) => part !== '')
    .map(literal)
    .join(', ')

/** The statement that sets or resets a parameter for new sessions. */
export function parameterSql(
  { name, is_list }: Pick<DatabaseParameter, 'name' | 'is_list'>,
  { role, value }: ParameterDraft,
  database: string,
): string {
  const target = role === '' ? `database ${quoted(database)}` : `role ${quoted(role)}`
  // An extension's parameter contains a dot, with a name on each side.
  const parameter = name.split('.').map(quoted).join('.')
  const text = value.trim()
  if (text === '') return `alter ${target} reset ${parameter};`
  return `alter ${target} set ${parameter} = ${is_list ? listOf(text) : literal(text)};`
}

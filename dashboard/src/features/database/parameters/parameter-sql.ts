import type { DatabaseParameter } from '@stoa/contract/services/meta/parameters'
import { literal, quoted } from '../../../lib/sql-names.ts'

export type ParameterDraft = {
  /** The role whose sessions get the value; empty for all sessions of the database. */
  readonly role: string
  /** Empty to remove what is set. */
  readonly value: string
}

/** Names that are split at commas, each a literal of its own, without the quotes around it. */
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
  // An extension's parameter has a dot, around which both parts are names.
  const parameter = name.split('.').map(quoted).join('.')
  const text = value.trim()
  if (text === '') return `alter ${target} reset ${parameter};`
  return `alter ${target} set ${parameter} = ${is_list ? listOf(text) : literal(text)};`
}

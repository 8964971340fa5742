import { scanSql } from '../../sql-text.ts'
import type { ReadConstraint } from '../definitions/constraint-definition.ts'
import { keyOf, type Address, type State } from './state.ts'

const SUFFIXES = {
  'primary key': 'pkey',
  unique: 'key',
  'foreign key': 'fkey',
  check: 'check',
  exclude: 'excl',
} as const

/** The name that Postgres chooses for a constraint. It can differ for names that are too long. */
export function guessName(
  state: State,
  { schema, name: table }: Address,
  { type, columns, facets }: ReadConstraint,
): string {
  const address = { schema, table, signature: null }
  const has = (kind: 'column' | 'constraint', name: string) =>
    state.objects.has(keyOf({ ...address, kind, name }))
  const parts = type === 'primary key' ? [] : [...columns]
  const checked = facets.get('expression')
  if (type === 'check' && checked !== undefined && checked !== 'unknown') {
    const read = namesIn(checked.text).filter((name) => has('column', name))
    const [first, second] = new Set(read)
    if (first !== undefined && second === undefined) parts.push(first)
  }
  const base = [table, ...parts, SUFFIXES[type]].join('_')
  let name = base
  for (let number = 1; has('constraint', name); number += 1) name = `${base}${number}`
  return name
}

/** The names in an expression, as the SQL has them or without their quotes. */
export const namesIn = (text: string): string[] => {
  const found: string[] = []
  let end = 0
  for (const token of scanSql(text)) {
    if (token.start < end) continue
    if (token.kind === 'word') found.push(token.text)
    if (token.kind !== 'quoted' || text[token.start] !== '"') continue
    QUOTED_NAME.lastIndex = token.start
    const name = QUOTED_NAME.exec(text)?.[1]
    if (name === undefined) continue
    found.push(name.replaceAll('""', '"'))
    end = QUOTED_NAME.lastIndex
  }
  return found
}

const QUOTED_NAME = /"((?:[^"]|"")*)"/y

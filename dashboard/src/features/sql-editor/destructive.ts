import { readNames, type WrittenName } from './relation-name.ts'
import { splitStatements } from '@stoa/contract/services/meta/statements'
import type { Token } from '@stoa/contract/services/meta/statements'

export type Danger = {
  readonly kind: 'drop' | 'truncate' | 'delete_all' | 'update_all'
  /** The beginning of the statement, shown in the confirmation. */
  readonly excerpt: string
  /** The objects of a `drop … if exists`, which may not exist. */
  readonly conditional?: ConditionalDrop | undefined
}

export type ConditionalDrop = {
  readonly kind: 'relation' | 'schema'
  readonly names: readonly WrittenName[]
}

/**
 * Finds statements that could destroy more than intended: `drop`, `truncate`, and `delete` or
 * `update` without `where`. Quoted, dollar-quoted and commented text is ignored, so a function
 * whose body deletes is not dangerous, and neither is `alter column … drop not null`.
 */
export function findDangers(text: string): Danger[] {
  return splitStatements(text).flatMap(({ tokens, start, end }) => {
    const kind = dangerOf(tokens)
    if (kind === undefined) return []
    const excerpt = text
      .slice(start, Math.min(end, start + 200))
      .trim()
      .replaceAll(/\s+/g, ' ')
    return [
      {
        kind,
        excerpt: excerpt.length > 120 ? `${excerpt.slice(0, 119)}…` : excerpt,
        conditional: kind === 'drop' ? conditionalDrop(text, tokens) : undefined,
      },
    ]
  })
}

const DROPPED_KINDS = new Map<string, ConditionalDrop['kind']>([
  ['table', 'relation'],
  ['view', 'relation'],
  ['materialized view', 'relation'],
  ['foreign table', 'relation'],
  ['schema', 'schema'],
])

function conditionalDrop(text: string, tokens: readonly Token[]): ConditionalDrop | undefined {
  const exists = tokens.findIndex(
    ({ word }, index) => word === 'exists' && tokens[index - 1]?.word === 'if',
  )
  const dropped = tokens.slice(1, Math.max(1, exists - 1)).map(({ word }) => word)
  const kind = DROPPED_KINDS.get(dropped.join(' '))
  const token = tokens[exists]
  if (tokens[0]?.word !== 'drop' || !kind || !token) return undefined
  return { kind, names: readNames(text, token.end) }
}

const HARMLESS_AFTER_DROP = new Set(['not', 'default', 'expression', 'identity'])

function dangerOf(tokens: readonly Token[]): Danger['kind'] | undefined {
  const first = tokens[0]?.word
  if (first === 'drop') return 'drop'
  if (first === 'truncate') return 'truncate'
  if (first === 'alter') return alterDrops(tokens) ? 'drop' : undefined
  if (first === 'explain' && !tokens.some(({ word }) => word === 'analyze')) return undefined
  // The body of a function (also with `begin atomic`) only runs when the function is called.
  if (first === 'create') return undefined
  for (const [index, { word }] of tokens.entries()) {
    if (word === 'delete' && tokens[index + 1]?.word === 'from' && !hasWhere(tokens, index)) {
      return 'delete_all'
    }
    if (word === 'update' && startsUpdate(tokens, index) && !hasWhere(tokens, index)) {
      return 'update_all'
    }
  }
  return undefined
}

const alterDrops = (tokens: readonly Token[]) =>
  tokens.some(
    ({ word }, index) => word === 'drop' && !HARMLESS_AFTER_DROP.has(tokens[index + 1]?.word ?? ''),
  )

/** Excludes the `update` of `for update`, `on conflict do update` and `on update cascade`. */
function startsUpdate(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]?.word
  if (before === 'for' || before === 'do' || before === 'on' || before === 'key') return false
  return tokens.slice(index).some(({ word }) => word === 'set')
}

/**
 * Whether the same statement has a `where`: at the same depth, before the enclosing bracket closes.
 */
function hasWhere(tokens: readonly Token[], index: number): boolean {
  const depth = tokens[index]?.depth ?? 0
  for (const token of tokens.slice(index + 1)) {
    if (token.depth < depth) return false
    if (token.depth === depth && token.word === 'where') return true
  }
  return false
}

import { readNames, type WrittenName } from './relation-name.ts'
import { splitStatements } from '@stoa/contract/services/meta/statements'
import type { Token } from '@stoa/contract/services/meta/statements'

export type DangerKind =
  | 'drop'
  | 'truncate'
  | 'delete_all'
  | 'update_all'
  | 'setting'
  | 'grant_everyone'
  | 'disable_security'

/** Kinds whose effect another statement can reverse. */
export const REVERSIBLE: ReadonlySet<DangerKind> = new Set([
  'setting',
  'grant_everyone',
  'disable_security',
])

export type Danger = {
  readonly kind: DangerKind
  /** The beginning of the statement, shown in the confirmation. */
  readonly excerpt: string
  /** The objects of a `drop … if exists`, which may not exist. */
  readonly conditional?: ConditionalDrop | undefined
  /** The tables and views of a `drop … cascade`, which takes what depends on them. */
  readonly cascade?: readonly WrittenName[] | undefined
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
        cascade: kind === 'drop' ? cascadingDrop(text, tokens) : undefined,
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

const RELATIONS = [
  ['drop', 'table'],
  ['drop', 'view'],
  ['drop', 'materialized', 'view'],
  ['drop', 'foreign', 'table'],
]

function cascadingDrop(text: string, tokens: readonly Token[]): readonly WrittenName[] | undefined {
  if (tokens.at(-1)?.word !== 'cascade') return undefined
  const words = RELATIONS.find((each) => wordsAt(tokens, 0, each))
  if (!words) return undefined
  const isConditional = wordsAt(tokens, words.length, ['if', 'exists'])
  const last = tokens[words.length - 1 + (isConditional ? 2 : 0)]
  return last && readNames(text, last.end)
}

const wordsAt = (tokens: readonly Token[], at: number, words: readonly string[]): boolean =>
  words.every((word, index) => tokens[at + index]?.word === word)

const HARMLESS_AFTER_DROP = new Set(['not', 'default', 'expression', 'identity'])

function dangerOf(tokens: readonly Token[]): DangerKind | undefined {
  const first = tokens[0]?.word
  if (first === 'drop') return 'drop'
  if (first === 'truncate') return 'truncate'
  if (first === 'alter') return dangerOfAlter(tokens)
  if (first === 'grant') return grantsEveryone(tokens) ? 'grant_everyone' : undefined
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

function dangerOfAlter(tokens: readonly Token[]): DangerKind | undefined {
  const object = tokens[1]?.word
  if (object === 'system') return 'setting'
  if (object === 'database' || object === 'role' || object === 'user')
    return tokens.some(({ word }) => word === 'set' || word === 'reset') ? 'setting' : undefined
  const isOpening = tokens.some((_, index) =>
    wordsAt(tokens, index, ['disable', 'row', 'level', 'security']),
  )
  if (object === 'table' && isOpening) return 'disable_security'
  return alterDrops(tokens) ? 'drop' : undefined
}

/** Clients with the publishable key have the role `anon`, and every role is a part of `public`. */
const EVERYONE = new Set(['anon', 'public'])

function grantsEveryone(tokens: readonly Token[]): boolean {
  const to = tokens.findLastIndex(({ word }) => word === 'to')
  const end = tokens.findIndex(({ word }, index) => index > to && word === 'with')
  const roles = to === -1 ? [] : tokens.slice(to + 1, end === -1 ? undefined : end)
  return roles.some(({ word }) => EVERYONE.has(word))
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

import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { readSignature } from '../definitions/function-definition.ts'
import type { WordReader } from '../sql-words.ts'
import type { Address } from './state.ts'

const KINDS: ReadonlyMap<string, DriftKind> = new Map([
  ['table', 'table'],
  ['view', 'view'],
  ['sequence', 'sequence'],
  ['index', 'index'],
  ['function', 'function'],
  ['procedure', 'function'],
  ['routine', 'function'],
  ['trigger', 'trigger'],
  ['policy', 'policy'],
  ['type', 'type'],
  ['domain', 'type'],
  ['schema', 'schema'],
])

const MODIFIERS = new Set([
  'or',
  'replace',
  'unlogged',
  'materialized',
  'recursive',
  'constraint',
  'foreign',
])

type StatementKind = {
  readonly kind: DriftKind
  readonly isUnique: boolean
  readonly replaces: boolean
}

/** The kind of object in a statement; undefined for one that is not compared. */
export function readKind(words: WordReader): StatementKind | undefined {
  const replaces = words.skip('or', 'replace')
  const isUnique = words.skip('unique')
  words.skipAny(MODIFIERS)
  const kind = KINDS.get(words.peek() ?? '')
  if (kind === undefined) return undefined
  words.take()
  return { kind, isUnique, replaces }
}

/** The object that a statement names first, with the types of a function that follow. */
export function readAddress(kind: DriftKind, words: WordReader): Address | undefined {
  const none = { table: null, signature: null }
  if (kind === 'schema') {
    const name = words.name()
    return name === undefined ? undefined : { kind, schema: name, ...none, name }
  }
  if (kind === 'trigger' || kind === 'policy') {
    const name = words.name()
    if (name === undefined || !words.skipTo('on')) return undefined
    const table = words.qualified()
    return table && { kind, schema: table.schema, table: table.name, name, signature: null }
  }
  const named = words.qualified()
  if (named === undefined) return undefined
  const hasTypes = kind === 'function' && words.peek() === '('
  return { kind, ...named, table: null, signature: hasTypes ? readSignature(words) : null }
}

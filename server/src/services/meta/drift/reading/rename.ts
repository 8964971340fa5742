import type { WordReader } from '../sql-words.ts'
import { namesIn } from './constraint-name.ts'
import { isRelation, keyOf, spend, type Address, type HistoryObject, type State } from './state.ts'

const NOT_RENAMED = new Set(['value', 'attribute'])

/** Applies what follows the word `rename`. */
export function applyRename(state: State, address: Address, words: WordReader): void {
  const { kind, schema, name: table } = address
  if (words.skip('to')) {
    const name = words.name()
    if (name !== undefined) move(state, address, { name })
    return
  }
  if (NOT_RENAMED.has(words.peek() ?? '')) return
  const isConstraint = words.skip('constraint')
  words.skip('column')
  const before = words.name()
  if (before === undefined || !words.skip('to')) return
  const name = words.name()
  if (name === undefined || kind !== 'table') return
  const part = isConstraint ? 'constraint' : 'column'
  move(state, { kind: part, schema, table, name: before, signature: null }, { name })
}

/** Gives an object, and what belongs to it, another name or schema. */
export function move(state: State, from: Address, to: { schema?: string; name?: string }): void {
  spend(state)
  const isMoved = ([key, object]: [string, HistoryObject]) =>
    key === keyOf(from) || belongsTo(object, from) || isOverload(object, from)
  const moved = [...state.objects].filter(isMoved)
  for (const [key] of moved) state.objects.delete(key)
  for (const [key, object] of moved) {
    const isItself = key === keyOf(from) || isOverload(object, from)
    const isSchema = from.kind === 'schema' && to.name !== undefined
    const next = {
      ...object,
      schema: isSchema ? (to.name ?? '') : (to.schema ?? object.schema),
      name: isItself ? (to.name ?? object.name) : object.name,
      table: isItself || !isRelation(from.kind) ? object.table : (to.name ?? object.table),
      source: null,
    }
    state.objects.set(keyOf(next), next)
  }
  if (from.kind !== 'constraint' && from.kind !== 'index') forget(state, from)
}

/** The name of a function without its types means the only one. */
const isOverload = (object: HistoryObject, { kind, schema, name, signature }: Address): boolean =>
  kind === 'function' &&
  signature === null &&
  object.kind === 'function' &&
  object.schema === schema &&
  object.name === name

const belongsTo = (object: HistoryObject, { kind, schema, name }: Address): boolean =>
  object.schema === schema && (kind === 'schema' || (isRelation(kind) && object.table === name))

/** Postgres renames an object in the definitions that use it; only their text is known here. */
function forget(state: State, renamed: Address): void {
  for (const object of state.objects.values())
    for (const [property, facet] of object.facets) {
      if (facet === 'unknown' || property === 'body' || !facet.text.includes(renamed.name)) continue
      if (namesIn(facet.text).includes(renamed.name)) {
        object.facets.set(property, 'unknown')
      }
    }
}

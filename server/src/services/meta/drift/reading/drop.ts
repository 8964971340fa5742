import type { WordReader } from '../sql-words.ts'
import { readAddress, readKind } from './address.ts'
import { namesIn } from './constraint-name.ts'
import { keyOf, spend, type Address, type HistoryObject, type State } from './state.ts'

export function applyDrop(state: State, words: WordReader): void {
  const kind = readKind(words)?.kind
  if (kind === undefined) return
  words.skip('concurrently')
  words.skip('if', 'exists')
  do {
    const address = readAddress(kind, words)
    if (address === undefined) return
    remove(state, address)
  } while (words.skip(','))
}

/** Deletes an object with everything that belongs to it. */
export function remove(state: State, address: Address): void {
  state.objects.delete(keyOf(address))
  const { kind, schema, name, signature } = address
  if (kind === 'function' && signature === null) {
    spend(state)
    for (const [key, object] of state.objects)
      if (object.kind === 'function' && object.schema === schema && object.name === name)
        state.objects.delete(key)
  }
  if (kind !== 'table' && kind !== 'view' && kind !== 'schema') return
  spend(state)
  for (const [key, object] of state.objects) {
    const isPart = object.schema === schema && (kind === 'schema' || object.table === name)
    const target = object.constraint?.references
    const isReference = target?.schema === schema && (kind === 'schema' || target.name === name)
    if (isPart || isReference) state.objects.delete(key)
  }
}

/** Deletes a column with the constraints and indexes that use it. */
export function removeColumn(state: State, table: Address, name: string): void {
  const { schema, name: tableName } = table
  state.objects.delete(keyOf({ kind: 'column', schema, table: tableName, name, signature: null }))
  spend(state)
  for (const [key, object] of state.objects)
    if (object.schema === schema && object.table === tableName && uses(object, name))
      state.objects.delete(key)
}

function uses({ kind, constraint, facets }: HistoryObject, column: string): boolean {
  if (constraint?.columns.includes(column)) return true
  if (kind !== 'constraint' && kind !== 'index') return false
  return ['columns', 'include', 'condition', 'expression'].some((property) => {
    const facet = [...facets].find(([each]) => each === property)?.[1]
    return facet !== undefined && facet !== 'unknown' && namesIn(facet.text).includes(column)
  })
}

import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { readColumn } from '../definitions/column-definition.ts'
import {
  CONSTRAINT_WORDS,
  readConstraint,
  type ReadConstraint,
} from '../definitions/constraint-definition.ts'
import { exactly, type Facets } from '../definitions/facets.ts'
import { readFunctionDefinition } from '../definitions/function-definition.ts'
import { readIndexDefinition } from '../definitions/index-definition.ts'
import { newPolicy, readPolicyDefinition } from '../definitions/policy-definition.ts'
import { readSequenceOptions } from '../definitions/sequence-definition.ts'
import { readTriggerDefinition } from '../definitions/trigger-definition.ts'
import { readTypeDefinition } from '../definitions/type-definition.ts'
import { readViewDefinition } from '../definitions/view-definition.ts'
import type { WordReader } from '../sql-words.ts'
import { readAddress, readKind } from './address.ts'
import { guessName } from './constraint-name.ts'
import { addObject, keyOf, type Address, type State } from './state.ts'

export function applyCreate(state: State, words: WordReader): void {
  const read = readKind(words)
  if (read === undefined) return
  const { kind, isUnique, replaces } = read
  words.skip('concurrently')
  words.skip('if', 'not', 'exists')
  if (kind === 'index') return createIndex(state, words, isUnique)
  if (kind === 'trigger') return createTrigger(state, words, replaces)
  const address = readAddress(kind, words)
  if (address === undefined) return
  const source = () => words.textFrom(0, Number.POSITIVE_INFINITY)
  if (kind !== 'table') {
    const facets = readFacets(kind, words)
    addObject(state, address, { facets, source: source(), replaces })
    return
  }
  if (addObject(state, address) !== undefined) readColumns(state, words, address)
}

function readFacets(kind: DriftKind, words: WordReader): Facets {
  const facets: Facets = kind === 'policy' ? newPolicy() : new Map()
  if (kind === 'policy') readPolicyDefinition(words, facets)
  if (kind === 'sequence') readSequenceOptions(words, facets)
  if (kind === 'function') return readFunctionDefinition(words)
  if (kind === 'view') return readViewDefinition(words)
  if (kind === 'type') return readTypeDefinition(words)
  return facets
}

/** An index without a name gets one from Postgres, so it is not compared. */
function createIndex(state: State, words: WordReader, isUnique: boolean): void {
  const name = words.peek() === 'on' ? undefined : words.name()
  if (name === undefined || !words.skip('on')) return
  words.skip('only')
  const table = words.qualified()
  if (table === undefined) return
  addObject(
    state,
    { kind: 'index', schema: table.schema, table: table.name, name, signature: null },
    {
      facets: readIndexDefinition(words, isUnique),
      source: words.textFrom(0, Number.POSITIVE_INFINITY),
    },
  )
}

function createTrigger(state: State, words: WordReader, replaces: boolean): void {
  const name = words.name()
  const read = readTriggerDefinition(words)
  if (name === undefined || read === undefined) return
  const { table, facets } = read
  addObject(
    state,
    { kind: 'trigger', schema: table.schema, table: table.name, name, signature: null },
    { facets, source: words.textFrom(0, Number.POSITIVE_INFINITY), replaces },
  )
}

function readColumns(state: State, words: WordReader, table: Address): void {
  if (!words.skip('(')) {
    state.copiedTables.add(keyOf(table))
    return
  }
  const constraints: ReadConstraint[] = []
  while (!words.isAtEnd && !words.skip(')')) {
    if (words.skip('like')) state.copiedTables.add(keyOf(table))
    else if (words.peek() === 'not') words.take()
    else if (CONSTRAINT_WORDS.has(words.peek() ?? '')) {
      const constraint = readConstraint(words)
      if (constraint !== undefined) constraints.push(constraint)
    } else constraints.push(...addColumn(state, table, words))
    if (!words.skipTo(',')) break
  }
  for (const constraint of constraints) addConstraint(state, table, constraint)
  if (words.skip(')') && words.skip('inherits')) state.copiedTables.add(keyOf(table))
}

/** Adds the column that comes next, and returns its constraints. */
export function addColumn(
  state: State,
  { schema, name: table }: Address,
  words: WordReader,
): readonly ReadConstraint[] {
  const name = words.name()
  if (name === undefined) return []
  const { facets, constraints } = readColumn(words, name)
  const added = addObject(
    state,
    { kind: 'column', schema, table, name, signature: null },
    { facets },
  )
  return added === undefined ? [] : constraints
}

export function addConstraint(state: State, table: Address, constraint: ReadConstraint): void {
  const { schema, name: tableName } = table
  const { type, columns, facets, usedIndex } = constraint
  const at = { schema, table: tableName, signature: null }
  if (usedIndex !== undefined)
    state.objects.delete(keyOf({ ...at, kind: 'index', name: usedIndex }))
  if (type === 'primary key')
    for (const name of columns) {
      const column = state.objects.get(keyOf({ ...at, kind: 'column', name }))
      column?.facets.set('not_null', exactly('not null'))
    }
  const name = constraint.name ?? usedIndex ?? guessName(state, table, constraint)
  addObject(state, { ...at, kind: 'constraint', name }, { facets, constraint })
}

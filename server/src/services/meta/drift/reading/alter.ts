import { readGenerated, setDefault } from '../definitions/column-definition.ts'
import { CONSTRAINT_WORDS, readConstraint } from '../definitions/constraint-definition.ts'
import { exactly, setFlag, type Facets } from '../definitions/facets.ts'
import { readFunctionPart } from '../definitions/function-definition.ts'
import { readPolicyDefinition } from '../definitions/policy-definition.ts'
import { readSequenceOptions } from '../definitions/sequence-definition.ts'
import { alterValues } from '../definitions/type-definition.ts'
import { typeFacet } from '../definitions/type-text.ts'
import type { WordReader } from '../sql-words.ts'
import { readAddress, readKind } from './address.ts'
import { addColumn, addConstraint } from './create.ts'
import { removeColumn } from './drop.ts'
import { applyRename, move } from './rename.ts'
import { addObject, keyOf, type Address, type State } from './state.ts'

export function applyAlter(state: State, words: WordReader): void {
  const kind = readKind(words)?.kind
  if (kind === undefined) return
  words.skip('if', 'exists')
  words.skip('only')
  const address = readAddress(kind, words)
  if (address === undefined) return
  words.skipParentheses()
  words.skip('*')
  do applyAction(state, address, words)
  while (words.skipTo(','))
}

function applyAction(state: State, address: Address, words: WordReader): void {
  const { kind } = address
  if (kind === 'type' && words.peek() !== 'set') return alterType(state, address, words)
  if (words.skip('rename')) applyRename(state, address, words)
  else if (words.skip('set', 'schema')) {
    const schema = words.name()
    if (schema !== undefined) move(state, address, { schema })
  } else if (words.skip('owned', 'by')) {
    // The sequence of a column is compared with its column.
    if (words.skip('none')) addObject(state, address)
    else state.objects.delete(keyOf(address))
  } else if (kind === 'table') alterTable(state, address, words)
  else alterDefinition(state, address, words)
}

/** Changes an object in place, of which there is no longer one statement. */
function alterDefinition(state: State, address: Address, words: WordReader): void {
  const object = state.objects.get(keyOf(address)) ?? onlyOverload(state, address)
  if (object === undefined) return
  state.objects.set(keyOf(object), { ...object, source: null })
  const { facets } = object
  if (address.kind === 'policy') readPolicyDefinition(words, facets)
  else if (address.kind === 'sequence') readSequenceOptions(words, facets)
  else if (address.kind === 'view') facets.set('options', 'unknown')
  else if (address.kind === 'function') {
    // `set` adds to the settings of the function or replaces one of them.
    if (words.peek() === 'set' || words.peek() === 'reset') facets.set('settings', 'unknown')
    else
      while (!words.isAtEnd && words.peek() !== 'set')
        if (!readFunctionPart(words, facets)) words.take()
  }
}

function onlyOverload(state: State, { kind, schema, name, signature }: Address) {
  if (kind !== 'function' || signature !== null) return undefined
  return [...state.objects.values()].find(
    (object) => object.kind === kind && object.schema === schema && object.name === name,
  )
}

function alterType(state: State, address: Address, words: WordReader): void {
  if (words.skip('rename', 'to')) {
    const name = words.name()
    if (name !== undefined) move(state, address, { name })
    return
  }
  const object = state.objects.get(keyOf(address))
  if (object === undefined) return
  state.objects.set(keyOf(address), { ...object, source: null })
  alterValues(words, object.facets)
}

const NOT_COLUMNS = new Set([...CONSTRAINT_WORDS, 'not'])

function alterTable(state: State, table: Address, words: WordReader): void {
  const facets = state.objects.get(keyOf(table))?.facets
  if (words.skip('add')) addPart(state, table, words)
  else if (words.skip('drop')) dropPart(state, table, words)
  else if (words.skip('alter')) alterColumn(state, table, words)
  else if (words.skip('validate', 'constraint'))
    partOf(state, table, 'constraint', words.name())?.facets.delete('validated')
  else if (facets !== undefined) readTableFlag(words, facets)
}

/** Reads a change of row level security. */
export function readTableFlag(words: WordReader, facets: Facets): void {
  const rls = ['row', 'level', 'security']
  if (words.skip('enable', ...rls)) setFlag(facets, 'rls', 'enabled')
  else if (words.skip('disable', ...rls)) facets.delete('rls')
  else if (words.skip('force', ...rls)) setFlag(facets, 'forced_rls', 'forced')
  else if (words.skip('no', 'force', ...rls)) facets.delete('forced_rls')
}

const partOf = (
  state: State,
  { schema, name: table }: Address,
  kind: 'column' | 'constraint',
  name = '',
) => state.objects.get(keyOf({ kind, schema, table, name, signature: null }))

function addPart(state: State, table: Address, words: WordReader): void {
  if (NOT_COLUMNS.has(words.peek() ?? '')) {
    const constraint = readConstraint(words)
    if (constraint !== undefined) addConstraint(state, table, constraint)
    return
  }
  words.skip('column')
  words.skip('if', 'not', 'exists')
  for (const constraint of addColumn(state, table, words)) addConstraint(state, table, constraint)
}

function dropPart(state: State, table: Address, words: WordReader): void {
  const isConstraint = words.skip('constraint')
  words.skip('column')
  words.skip('if', 'exists')
  const name = words.name()
  if (name === undefined) return
  const { schema } = table
  if (isConstraint)
    state.objects.delete(
      keyOf({ kind: 'constraint', schema, table: table.name, name, signature: null }),
    )
  else removeColumn(state, table, name)
}

const TYPE_ENDS: ReadonlySet<string> = new Set([',', 'using', 'collate'])

function alterColumn(state: State, table: Address, words: WordReader): void {
  if (words.skip('constraint')) {
    const constraint = partOf(state, table, 'constraint', words.name())
    constraint?.facets.set('deferrable', 'unknown')
    constraint?.facets.set('enforced', 'unknown')
    return
  }
  words.skip('column')
  const facets = partOf(state, table, 'column', words.name())?.facets
  if (facets === undefined) return
  if (words.skip('type') || words.skip('set', 'data', 'type'))
    facets.set('type', typeFacet(words.textUntil(TYPE_ENDS)))
  else if (words.skip('set', 'default')) setDefault(words, facets)
  else if (words.skip('drop', 'default')) facets.delete('default')
  else if (words.skip('set', 'not', 'null')) facets.set('not_null', exactly('not null'))
  else if (words.skip('drop', 'not', 'null')) facets.delete('not_null')
  else if (words.skip('add', 'generated')) readGenerated(words, facets)
  else if (words.skip('set', 'generated'))
    facets.set('identity', exactly(words.skip('always') ? 'always' : 'by default'))
  else if (words.skip('drop', 'identity')) facets.delete('identity')
  else if (words.skip('drop', 'expression')) facets.delete('generated')
  else if (words.skip('set', 'expression')) facets.set('generated', 'unknown')
}

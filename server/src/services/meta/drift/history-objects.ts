import type { DriftKind } from '@stoa/contract/services/meta/drift'
import { historyTooLarge } from './errors.ts'
import { MAX_OBJECTS_READ } from './limits.ts'
import { readStatements, WordReader } from './sql-words.ts'

/** An object that the history creates. */
export type HistoryObject = {
  readonly kind: DriftKind
  readonly schema: string
  /** The table of a column, an index, a trigger or a policy. */
  readonly table: string | null
  readonly name: string
  /** The migration that creates it. */
  readonly version: string
}

/** The objects that a history leaves, by their keys, and the statements that could not be read. */
export type HistoryObjects = {
  readonly objects: ReadonlyMap<string, HistoryObject>
  /** Blocks of code, whose effect is not known without running them. */
  readonly blocks: number
  /** The keys of tables whose columns come from elsewhere, such as a query. */
  readonly copiedTables: ReadonlySet<string>
}

type State = {
  readonly objects: Map<string, HistoryObject>
  readonly copiedTables: Set<string>
  blocks: number
  version: string
  /** The objects that drops and renames have looked at. */
  objectsRead: number
}

type Address = Pick<HistoryObject, 'kind' | 'schema' | 'table' | 'name'>

/** Tables, views and sequences share their names. */
const CLASS_OF: Partial<Record<DriftKind, string>> = {
  table: 'relation',
  view: 'relation',
  sequence: 'relation',
}

export const keyOf = ({ kind, schema, table, name }: Address): string =>
  JSON.stringify([
    CLASS_OF[kind] ?? kind,
    schema,
    kind === 'index' || table === null ? null : table,
    name,
  ])

const STATEMENTS_PER_TURN = 200

/** Yields between its slices, because a history can be long. 409 `history_too_large`. */
export function* readHistoryObjects(
  migrations: readonly { readonly version: string; readonly statements: readonly string[] }[],
): Generator<void, HistoryObjects> {
  const state: State = {
    objects: new Map(),
    copiedTables: new Set(),
    blocks: 0,
    version: '',
    objectsRead: 0,
  }
  let count = 0
  for (const { version, statements } of migrations) {
    state.version = version
    for (const text of statements)
      for (const words of readStatements(text)) {
        applyStatement(state, new WordReader(words))
        count += 1
        if (count % STATEMENTS_PER_TURN === 0) yield
      }
  }
  return state
}

function applyStatement(state: State, words: WordReader): void {
  if (words.skip('create')) applyCreate(state, words)
  else if (words.skip('drop')) applyDrop(state, words)
  else if (words.skip('alter')) applyAlter(state, words)
  else if (words.skip('do')) state.blocks += 1
}

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
  'unique',
  'materialized',
  'recursive',
  'constraint',
  'foreign',
])

/** The kind of object in a statement; undefined for one that is not compared. */
function readKind(words: WordReader): DriftKind | undefined {
  words.skipAny(MODIFIERS)
  const kind = KINDS.get(words.peek() ?? '')
  if (kind !== undefined) words.take()
  return kind
}

function applyCreate(state: State, words: WordReader): void {
  const kind = readKind(words)
  if (kind === undefined) return
  words.skip('concurrently')
  words.skip('if', 'not', 'exists')
  const address = kind === 'index' ? readIndex(words) : readAddress(kind, words)
  if (address === undefined) return
  add(state, address)
  if (kind === 'table') readColumns(state, words, address)
}

function add(state: State, address: Address): void {
  const key = keyOf(address)
  if (!state.objects.has(key)) state.objects.set(key, { ...address, version: state.version })
}

/** An index without a name gets one from Postgres, so it is not compared. */
function readIndex(words: WordReader): Address | undefined {
  const name = words.peek() === 'on' ? undefined : words.name()
  if (name === undefined || !words.skip('on')) return undefined
  words.skip('only')
  const table = words.qualified()
  return table && { kind: 'index', schema: table.schema, table: table.name, name }
}

/** The object that a statement names first. */
function readAddress(kind: DriftKind, words: WordReader): Address | undefined {
  if (kind === 'schema') {
    const name = words.name()
    return name === undefined ? undefined : { kind, schema: name, table: null, name }
  }
  if (kind === 'trigger' || kind === 'policy') {
    const name = words.name()
    if (name === undefined || !words.skipTo('on')) return undefined
    const table = words.qualified()
    return table && { kind, schema: table.schema, table: table.name, name }
  }
  const named = words.qualified()
  return named && { kind, ...named, table: null }
}

const NOT_COLUMNS = new Set([
  'constraint',
  'primary',
  'unique',
  'check',
  'foreign',
  'exclude',
  'not',
])

function readColumns(state: State, words: WordReader, table: Address): void {
  if (!words.skip('(')) {
    state.copiedTables.add(keyOf(table))
    return
  }
  while (!words.isAtEnd && !words.skip(')')) {
    if (words.skip('like')) state.copiedTables.add(keyOf(table))
    else if (!NOT_COLUMNS.has(words.peek() ?? '')) addColumn(state, table, words.name())
    if (!words.skipTo(',')) break
  }
  if (words.skip(')') && words.skip('inherits')) state.copiedTables.add(keyOf(table))
}

function addColumn(state: State, { schema, name: table }: Address, name: string | undefined): void {
  if (name !== undefined) add(state, { kind: 'column', schema, table, name })
}

function applyDrop(state: State, words: WordReader): void {
  const kind = readKind(words)
  if (kind === undefined) return
  words.skip('concurrently')
  words.skip('if', 'exists')
  do {
    const address = readAddress(kind, words)
    if (address === undefined) return
    remove(state, address)
    words.skipParentheses()
  } while (words.skip(','))
}

/** Deletes an object with everything that belongs to it. */
function remove(state: State, address: Address): void {
  state.objects.delete(keyOf(address))
  const { kind, schema, name } = address
  if (kind !== 'table' && kind !== 'view' && kind !== 'schema') return
  spend(state)
  for (const [key, object] of state.objects)
    if (object.schema === schema && (kind === 'schema' || object.table === name))
      state.objects.delete(key)
}

function applyAlter(state: State, words: WordReader): void {
  const kind = readKind(words)
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
  if (words.skip('rename')) applyRename(state, address, words)
  else if (words.skip('set', 'schema')) {
    const schema = words.name()
    if (schema !== undefined) move(state, address, { schema })
  } else if (words.skip('owned', 'by')) {
    // The sequence of a column is compared with its column.
    if (words.skip('none')) add(state, address)
    else state.objects.delete(keyOf(address))
  } else if (address.kind === 'table') applyColumnAction(state, address, words)
}

function applyColumnAction(state: State, table: Address, words: WordReader): void {
  if (words.skip('add')) {
    if (NOT_COLUMNS.has(words.peek() ?? '')) return
    words.skip('column')
    words.skip('if', 'not', 'exists')
    addColumn(state, table, words.name())
  } else if (words.skip('drop')) {
    if (words.peek() === 'constraint') return
    words.skip('column')
    words.skip('if', 'exists')
    const name = words.name()
    const { schema } = table
    if (name !== undefined)
      state.objects.delete(keyOf({ kind: 'column', schema, table: table.name, name }))
  }
}

const NOT_RENAMED = new Set(['constraint', 'value', 'attribute'])

function applyRename(state: State, address: Address, words: WordReader): void {
  if (words.skip('to')) {
    const name = words.name()
    if (name !== undefined) move(state, address, { name })
    return
  }
  if (NOT_RENAMED.has(words.peek() ?? '')) return
  words.skip('column')
  const column = words.name()
  if (column === undefined || !words.skip('to')) return
  const name = words.name()
  const { schema, name: table } = address
  if (name !== undefined) move(state, { kind: 'column', schema, table, name: column }, { name })
}

/** Ends a history that would take the server too long. */
function spend(state: State): void {
  state.objectsRead += state.objects.size
  if (state.objectsRead > MAX_OBJECTS_READ) throw historyTooLarge()
}

/** Gives an object, and what belongs to it, another name or schema. */
function move(state: State, from: Address, to: { schema?: string; name?: string }): void {
  spend(state)
  const moved = [...state.objects].filter(
    ([key, object]) => key === keyOf(from) || belongsTo(object, from),
  )
  for (const [key] of moved) state.objects.delete(key)
  for (const [key, object] of moved) {
    const isItself = key === keyOf(from)
    const isSchema = from.kind === 'schema' && to.name !== undefined
    const next = {
      ...object,
      schema: isSchema ? (to.name ?? '') : (to.schema ?? object.schema),
      name: isItself ? (to.name ?? object.name) : object.name,
      table: isItself || from.kind === 'schema' ? object.table : (to.name ?? object.table),
    }
    state.objects.set(keyOf(next), next)
  }
}

const belongsTo = (object: HistoryObject, { kind, schema, name }: Address): boolean =>
  object.schema === schema &&
  (kind === 'schema' || (CLASS_OF[kind] === 'relation' && object.table === name))

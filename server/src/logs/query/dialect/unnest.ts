import { LOG_SOURCES } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from '../columns.ts'
import { flatName, metadataFields, objectPaths } from '../fields.ts'
import { createEdits, type Edits } from './edits.ts'
import { quoteName, type Token } from './lexer.ts'
import { structureOf, type Structure } from './structure.ts'

/** Another name for an object below `metadata`, and where it is known. */
type Alias = {
  readonly name: string
  /** The parenthesis within which it is known; -1 for the whole text. */
  readonly group: number
  readonly place: Place
}

/** An object or field of a source. `table` is how the query names the source, if it does. */
type Place = { readonly table: Token | undefined; readonly path: readonly string[] }

const OBJECTS: ReadonlyMap<string, readonly string[]> = new Map(
  LOG_SOURCES.flatMap(({ reference }) => objectPaths(reference))
    .toReversed()
    .map((path) => [(path.at(-1) ?? '').toLowerCase(), path]),
)
/** The columns that views have for fields and objects, by their names in lowercase. */
const COLUMNS: ReadonlyMap<string, string> = new Map(
  LOG_SOURCES.flatMap(({ reference }) => [
    ...objectPaths(reference),
    ...metadataFields(reference).map(({ path }) => path),
  ]).map((path) => [flatName(path).toLowerCase(), flatName(path)]),
)

/**
 * Removes the joins with which saved queries unfold `metadata`, and names columns instead. Each of
 * these lists has one element, and a filter on a column reaches the files, while one on an unfolded
 * list does not.
 */
export function removeUnnesting(tokens: readonly Token[]): readonly Token[] {
  const structure = structureOf(tokens)
  const edits = createEdits(tokens)
  const { aliases, removed } = findAliases(tokens, structure, edits)
  const shortNames = shortNamesIn(tokens)
  tokens.forEach((token, index) => {
    if (removed.has(index) || !isName(token) || isDot(tokens[index - 1])) return
    const chain = chainAt(tokens, index)
    const place =
      placeOf(chain, { aliases, structure, index }) ??
      (chain.length === 1 ? shortNames.get(token.value.toLowerCase()) : undefined)
    if (place === undefined) return
    const end = index + (chain.length - 1) * 2
    if (chain.length === 1 && !isValue(tokens, index)) return
    edits.replace(index, columnOf(place, { tokens, structure, index, end }))
    edits.remove(index + 1, end)
  })
  return edits.apply()
}

const isName = (token: Token | undefined): token is Token =>
  token !== undefined && (token.kind === 'name' || token.kind === 'double' || token.kind === 'word')
/** A name as it was written; the value of a word is in lowercase. */
const nameOf = ({ kind, text, value }: Token) => (kind === 'word' ? text : value)
const isDot = (token: Token | undefined) => token?.kind === 'symbol' && token.value === '.'
const isSymbol = (token: Token | undefined, value: string) =>
  token?.kind === 'symbol' && token.value === value

/** Names joined by dots. */
function chainAt(tokens: readonly Token[], start: number): readonly Token[] {
  const chain: Token[] = []
  for (let index = start; ; index += 2) {
    const token = tokens[index]
    if (!isName(token)) return chain
    chain.push(token)
    if (!isDot(tokens[index + 1]) || !isName(tokens[index + 2])) return chain
  }
}

function findAliases(tokens: readonly Token[], structure: Structure, edits: Edits) {
  const aliases = new Map<string, Alias[]>()
  const removed = new Set<number>()
  tokens.forEach(({ value }, index) => {
    const open = index + 1
    const close = structure.partner[open]
    if (value !== 'unnest' || !isSymbol(tokens[open], '(') || close === undefined) return
    const start = joinBefore(tokens, structure, index)
    const chain = chainAt(tokens, open + 1)
    if (start === undefined || chain.length === 0 || open + chain.length * 2 !== close) return
    const place =
      placeOf(chain, { aliases, structure, index: open + 1 }) ?? objectNamed(chain, aliases)
    const end = tokens[close + 1]?.value === 'as' ? close + 2 : close + 1
    const name = tokens[end]
    if (place === undefined || !isName(name)) return
    const isAlwaysTrue = tokens[end + 1]?.value === 'on' && tokens[end + 2]?.value === 'true'
    const last = isAlwaysTrue ? end + 2 : end
    const key = name.value.toLowerCase()
    const alias = { name: key, group: structure.group[index] ?? -1, place }
    aliases.set(key, [...(aliases.get(key) ?? []), alias])
    edits.remove(start, last)
    for (let each = start; each <= last; each++) removed.add(each)
  })
  return { aliases, removed }
}

/** Where the join before an `unnest` begins; undefined if it is none. */
function joinBefore(
  tokens: readonly Token[],
  { clause }: Structure,
  index: number,
): number | undefined {
  if (clause[index] !== 'from') return undefined
  const before = tokens[index - 1]
  if (isSymbol(before, ',')) return index - 1
  if (before?.value !== 'join') return undefined
  const kind = tokens[index - 2]?.value
  if (kind === 'outer') return index - 3
  return kind === 'cross' || kind === 'left' || kind === 'inner' ? index - 2 : index - 1
}

type Scope = {
  readonly aliases: ReadonlyMap<string, readonly Alias[]>
  readonly structure: Structure
  readonly index: number
}

/** The object or field that a chain of names means, if it begins with `metadata` or another name. */
function placeOf(chain: readonly Token[], scope: Scope): Place | undefined {
  const [first, second] = chain
  const names = chain.map(nameOf)
  const alias = aliasAt(first?.value.toLowerCase() ?? '', scope)
  if (alias) return { ...alias.place, path: [...alias.place.path, ...names.slice(1)] }
  if (first?.value.toLowerCase() === 'metadata') return { table: undefined, path: names.slice(1) }
  if (second?.value.toLowerCase() === 'metadata') return { table: first, path: names.slice(2) }
  return undefined
}

function aliasAt(name: string, { aliases, structure, index }: Scope): Alias | undefined {
  const candidates = aliases.get(name)
  if (!candidates) return undefined
  for (let group = structure.group[index] ?? -1; ; group = structure.group[group] ?? -1) {
    const found = candidates.find((alias) => alias.group === group)
    if (found || group === -1) return found
  }
}

/** `unnest(request)` after `unnest(metadata)`. */
function objectNamed(
  chain: readonly Token[],
  aliases: ReadonlyMap<string, unknown>,
): Place | undefined {
  const path = OBJECTS.get(chain[0]?.value.toLowerCase() ?? '')
  if (aliases.size === 0 || path === undefined) return undefined
  return { table: undefined, path: [...path, ...chain.slice(1).map(nameOf)] }
}

/** After these words, a value follows. */
const BEFORE_A_VALUE: ReadonlySet<string> = new Set(
  'select distinct by where having qualify and or not on case when then else between like ilike in is'.split(
    ' ',
  ),
)
/** After these symbols, a word can only be the name of a result or a table. */
const AFTER_A_VALUE: ReadonlySet<string> = new Set([')', ']', ';'])

/** Whether a single name stands where a value does, not where a name is given. */
function isValue(tokens: readonly Token[], index: number): boolean {
  const before = tokens[index - 1]
  const after = tokens[index + 1]
  if (isSymbol(after, '(') || before === undefined) return false
  if (isSymbol(after, '.')) return false
  return before.kind === 'symbol'
    ? !AFTER_A_VALUE.has(before.value)
    : before.kind === 'word' && BEFORE_A_VALUE.has(before.value)
}

/**
 * The fields that a query can name without their objects, as if it had unfolded them. A name that the
 * query gives to a result or that a source has as a column means that one.
 */
function shortNamesIn(tokens: readonly Token[]): ReadonlyMap<string, Place> {
  const words = new Set(tokens.map(({ value }) => value.toLowerCase()))
  const given = new Set(
    tokens.flatMap(({ value }, index) =>
      tokens[index - 1]?.value === 'as' ? [value.toLowerCase()] : [],
    ),
  )
  const sources = LOG_SOURCES.map(({ reference }) => reference).filter((name) => words.has(name))
  const columns = new Set(
    sources.flatMap((source) => fileColumns(source).map(({ name }) => name.toLowerCase())),
  )
  const places = new Map<string, Place>()
  for (const { path } of sources.flatMap(metadataFields)) {
    const name = (path.at(-1) ?? '').toLowerCase()
    if (given.has(name) || columns.has(name) || places.has(name)) continue
    places.set(name, { table: undefined, path })
  }
  return places
}

type Position = {
  readonly tokens: readonly Token[]
  readonly structure: Structure
  readonly index: number
  readonly end: number
}

/** The column of a place; unknown fields stay as they are, so that the engine names them. */
function columnOf({ table, path }: Place, position: Position): string {
  const prefix = table ? `${table.text}.` : ''
  for (let length = path.length; length >= 0; length--) {
    const column =
      length === 0 ? 'metadata' : COLUMNS.get(flatName(path.slice(0, length)).toLowerCase())
    if (column === undefined) continue
    const rest = path.slice(length).map((name) => `.${quoteName(name)}`)
    const value = `${prefix}${quoteName(column)}${rest.length > 0 && length === 0 ? '[1]' : ''}${rest.join('')}`
    return isWholeColumn(position) && path.length > 0
      ? `${value} as ${quoteName(path.at(-1) ?? '')}`
      : value
  }
  return `${prefix}metadata`
}

/** Whether a value is a column of the result without a name of its own. */
function isWholeColumn({ tokens, structure: { clause }, index, end }: Position): boolean {
  const before = tokens[index - 1]
  const after = tokens[end + 1]
  if (clause[index] !== 'select') return false
  const begins = before?.value === 'select' || before?.value === 'distinct' || isSymbol(before, ',')
  return (
    begins &&
    (after === undefined || after.value === 'from' || isSymbol(after, ',') || isSymbol(after, ')'))
  )
}

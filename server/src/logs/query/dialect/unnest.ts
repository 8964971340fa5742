import { createEdits, type Edits } from './edits.ts'
import { quoteName, type Token } from './lexer.ts'
import { chainAt, isDot, isName, isSymbol, isValue, nameOf } from './names.ts'
import { columnOf, objectNamed, shortNamesIn, type MetadataPlace } from './places.ts'
import { structureOf, type Structure } from './structure.ts'

/** Another name for an object below `metadata`, and where it is known. */
type Alias = {
  readonly name: string
  /** The parenthesis within which it is known; -1 for the whole text. */
  readonly group: number
  readonly place: MetadataPlace
}

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
    const name = isWholeColumn({ tokens, structure, index, end }) ? place.path.at(-1) : undefined
    edits.replace(
      index,
      name === undefined ? columnOf(place) : `${columnOf(place)} as ${quoteName(name)}`,
    )
    edits.remove(index + 1, end)
  })
  return edits.apply()
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
      placeOf(chain, { aliases, structure, index: open + 1 }) ??
      (aliases.size > 0 ? objectNamed(chain) : undefined)
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
function placeOf(chain: readonly Token[], scope: Scope): MetadataPlace | undefined {
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

type Position = {
  readonly tokens: readonly Token[]
  readonly structure: Structure
  readonly index: number
  readonly end: number
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

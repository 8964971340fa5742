import { LOG_SOURCES } from '@stoa/contract/catalog/log-sources'
import { fileColumns } from '../columns.ts'
import { flatName, metadataFields, objectPaths } from '../fields.ts'
import { quoteName, type Token } from './lexer.ts'
import { BEFORE_A_VALUE, nameOf } from './names.ts'

/** An object or field of a source. `table` is how the query names the source, if it does. */
export type MetadataPlace = { readonly table: Token | undefined; readonly path: readonly string[] }

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

/** `unnest(request)` after `unnest(metadata)`. */
export function objectNamed(chain: readonly Token[]): MetadataPlace | undefined {
  const path = OBJECTS.get(chain[0]?.value.toLowerCase() ?? '')
  if (path === undefined) return undefined
  return { table: undefined, path: [...path, ...chain.slice(1).map(nameOf)] }
}

/**
 * The fields that a query can name without their objects, as if it had unfolded them. A name that the
 * query gives to a result or that a source has as a column means that one.
 */
export function shortNamesIn(tokens: readonly Token[]): ReadonlyMap<string, MetadataPlace> {
  const words = new Set(tokens.map(({ value }) => value.toLowerCase()))
  const given = new Set(
    tokens.flatMap(({ value }, index) =>
      namesAResult(tokens[index - 1]) ? [value.toLowerCase()] : [],
    ),
  )
  const sources = LOG_SOURCES.map(({ reference }) => reference).filter((name) => words.has(name))
  const columns = new Set(
    sources.flatMap((source) => fileColumns(source).map(({ name }) => name.toLowerCase())),
  )
  const places = new Map<string, MetadataPlace>()
  for (const { path } of sources.flatMap(metadataFields)) {
    const name = (path.at(-1) ?? '').toLowerCase()
    if (given.has(name) || columns.has(name) || places.has(name)) continue
    places.set(name, { table: undefined, path })
  }
  return places
}

/** Whether a name after this token is one that the query gives, with or without `as`. */
function namesAResult(before: Token | undefined): boolean {
  if (before === undefined) return false
  if (before.kind === 'symbol') return before.value === ')'
  return !BEFORE_A_VALUE.has(before.value)
}

/** The column of a place; unknown fields stay as they are, so that the engine names them. */
export function columnOf({ table, path }: MetadataPlace): string {
  const prefix = table ? `${table.text}.` : ''
  for (let length = path.length; length > 0; length--) {
    const column = COLUMNS.get(flatName(path.slice(0, length)).toLowerCase())
    if (column === undefined) continue
    const rest = path.slice(length).map((name) => `.${quoteName(name)}`)
    return `${prefix}${quoteName(column)}${rest.join('')}`
  }
  const fields = path.map((name) => `.${quoteName(name)}`).join('')
  return fields === '' ? `${prefix}metadata` : `${prefix}metadata[1]${fields}`
}

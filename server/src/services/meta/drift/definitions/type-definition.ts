import type { WordReader } from '../sql-words.ts'
import type { Facets } from './facets.ts'

/** Reads a type after its name. Only the values of enums are compared. */
export function readTypeDefinition(words: WordReader): Facets {
  const facets: Facets = new Map()
  if (words.skip('as', 'enum')) setValues(facets, words.list())
  return facets
}

function setValues(facets: Facets, values: readonly string[]): void {
  facets.set('values', {
    text: values.join(', '),
    exact: JSON.stringify(values),
    expressions: [],
  })
}

/** The values of an enum, quoted; undefined for another type. */
export function enumValues(facets: Facets): readonly string[] | undefined {
  const facet = facets.get('values')
  if (facet === undefined || facet === 'unknown') return undefined
  const values: unknown = JSON.parse(facet.exact)
  return Array.isArray(values) ? values.map(String) : undefined
}

/** Applies `add value` or `rename value`. */
export function alterValues(words: WordReader, facets: Facets): void {
  const values = [...(enumValues(facets) ?? [])]
  if (words.skip('rename', 'value')) {
    const before = words.takeText()
    words.skip('to')
    const place = values.indexOf(before)
    if (place >= 0) values[place] = words.takeText()
  } else if (words.skip('add', 'value')) {
    words.skip('if', 'not', 'exists')
    const value = words.takeText()
    if (values.includes(value)) return
    const isBefore = words.skip('before')
    const isAfter = !isBefore && words.skip('after')
    const place = isBefore || isAfter ? values.indexOf(words.takeText()) : -1
    if (place < 0) values.push(value)
    else values.splice(isBefore ? place : place + 1, 0, value)
  } else return
  setValues(facets, values)
}

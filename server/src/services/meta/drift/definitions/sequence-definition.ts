import type { WordReader } from '../sql-words.ts'
import { exactly, setFlag, type Facets } from './facets.ts'
import { typeFacet } from './type-text.ts'

const OPTION_WORDS: ReadonlySet<string> = new Set([
  'as',
  'increment',
  'minvalue',
  'maxvalue',
  'start',
  'restart',
  'cache',
  'cycle',
  'no',
  'owned',
])

/** Reads the options of a sequence; those that a later statement does not name stay. */
export function readSequenceOptions(words: WordReader, facets: Facets): void {
  while (!words.isAtEnd) {
    if (words.skip('as')) facets.set('type', typeFacet(words.textUntil(OPTION_WORDS)))
    else if (words.skip('increment')) setNumber(words, facets, 'increment')
    else if (words.skip('minvalue')) setNumber(words, facets, 'minimum')
    else if (words.skip('maxvalue')) setNumber(words, facets, 'maximum')
    else if (words.skip('no', 'minvalue')) facets.delete('minimum')
    else if (words.skip('no', 'maxvalue')) facets.delete('maximum')
    else if (words.skip('start')) setNumber(words, facets, 'start')
    else if (words.skip('no', 'cycle')) facets.delete('cycle')
    else if (words.skip('cycle')) setFlag(facets, 'cycle', 'cycle')
    else words.take()
  }
}

function setNumber(
  words: WordReader,
  facets: Facets,
  property: 'increment' | 'minimum' | 'maximum' | 'start',
): void {
  words.skip('by')
  words.skip('with')
  facets.set(property, exactly(words.textUntil(OPTION_WORDS).replaceAll(' ', '')))
}

const LARGEST: ReadonlyMap<string, string> = new Map([
  ['smallint', '32767'],
  ['integer', '2147483647'],
  ['bigint', '9223372036854775807'],
])
const SMALLEST: ReadonlyMap<string, string> = new Map([
  ['smallint', '-32768'],
  ['integer', '-2147483648'],
  ['bigint', '-9223372036854775808'],
])

/** A sequence with the values that Postgres gives the options that no statement names. */
export function completeSequence(facets: Facets): Facets {
  const complete: Facets = new Map(facets)
  const exactOf = (property: 'type' | 'increment' | 'minimum' | 'maximum') => {
    const facet = complete.get(property)
    return facet === undefined || facet === 'unknown' ? '' : facet.exact
  }
  const fill = (property: 'increment' | 'minimum' | 'maximum' | 'start', value: string) => {
    if (!complete.has(property)) complete.set(property, exactly(value))
  }
  if (!complete.has('type')) complete.set('type', exactly('bigint'))
  fill('increment', '1')
  const isAscending = !exactOf('increment').startsWith('-')
  const type = exactOf('type')
  fill('minimum', isAscending ? '1' : (SMALLEST.get(type) ?? ''))
  fill('maximum', isAscending ? (LARGEST.get(type) ?? '') : '-1')
  fill('start', exactOf(isAscending ? 'minimum' : 'maximum'))
  return complete
}

import type { WordReader } from '../sql-words.ts'
import { exactly, expression, type Facets } from './facets.ts'

const EVENT_ENDS: ReadonlySet<string> = new Set(['on', 'or'])

/** Reads a trigger after its name, over the `on` to its end. Returns its table, too. */
export function readTriggerDefinition(words: WordReader) {
  const facets: Facets = new Map()
  facets.set('timing', exactly(readTiming(words)))
  const events: string[] = []
  do events.push(words.textUntil(EVENT_ENDS).toLowerCase().replaceAll(/\s+/g, ' '))
  while (words.skip('or'))
  facets.set('events', exactly(events.join(' or '), events.toSorted().join(' or ')))
  if (!words.skip('on')) return undefined
  const table = words.qualified()
  if (table === undefined) return undefined
  readRest(words, facets)
  return { table, facets }
}

function readTiming(words: WordReader): string {
  if (words.skip('instead', 'of')) return 'instead of'
  return words.name() ?? ''
}

function readRest(words: WordReader, facets: Facets): void {
  facets.set('level', exactly('statement'))
  while (!words.isAtEnd) {
    if (words.skip('for')) {
      words.skip('each')
      facets.set('level', exactly(words.name() ?? ''))
    } else if (words.skip('when')) {
      const [text = ''] = words.list()
      facets.set('condition', expression(text))
    } else if (words.skip('execute')) {
      words.take()
      const called = words.qualified()
      const values = words.list()
      if (called !== undefined)
        facets.set(
          'function',
          exactly(
            `${called.schema}.${called.name}(${values.join(', ')})`,
            JSON.stringify([called, values]),
          ),
        )
    } else if (words.skip('referencing')) facets.set('level', 'unknown')
    else words.take()
  }
}

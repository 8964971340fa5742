import type { WordReader } from '../sql-words.ts'
import { exactly, expression, type Facets } from './facets.ts'

/** `with` ends the query if it is the check option; elsewhere it begins one. */
const QUERY_ENDS: ReadonlySet<string> = new Set([';'])
const CHECK_OPTION = /\s+with\s+(?:local\s+|cascaded\s+)?check\s+option$/i
const WITH_DATA = /\s+with\s+(?:no\s+)?data$/i

/** Reads a view after its name. */
export function readViewDefinition(words: WordReader): Facets {
  const facets: Facets = new Map()
  if (words.peek() === '(') words.skipParentheses()
  if (words.skip('using')) words.name()
  const options = words.skip('with') ? readOptions(words.list()) : ''
  if (options !== '') facets.set('options', exactly(options))
  if (!words.skip('as')) return facets
  const text = words.textUntil(QUERY_ENDS).replace(CHECK_OPTION, '').replace(WITH_DATA, '')
  facets.set('query', expression(text))
  return facets
}

const TRUE: ReadonlySet<string> = new Set(['', 'on', 'true', '1', 'yes'])
const FALSE: ReadonlySet<string> = new Set(['off', 'false', '0', 'no'])

/** The options that are set, in the form `security_invoker=true`. */
function readOptions(texts: readonly string[]): string {
  return texts
    .map((text) => {
      const [name = '', value = ''] = text.toLowerCase().replaceAll("'", '').split('=')
      const setting = value.trim()
      if (FALSE.has(setting)) return ''
      return `${name.trim()}=${TRUE.has(setting) ? 'true' : setting}`
    })
    .filter((text) => text !== '')
    .toSorted()
    .join(', ')
}

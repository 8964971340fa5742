import type { WordReader } from '../sql-words.ts'
import { exactly, expression, type Facets } from './facets.ts'

const QUERY_ENDS: ReadonlySet<string> = new Set([';'])
const ENDINGS: readonly string[] = [
  'with check option',
  'with local check option',
  'with cascaded check option',
  'with data',
  'with no data',
]

/** Reads a view after its name. */
export function readViewDefinition(words: WordReader): Facets {
  const facets: Facets = new Map()
  if (words.peek() === '(') words.skipParentheses()
  if (words.skip('using')) words.name()
  const options = words.skip('with') ? readOptions(words.list()) : ''
  if (options !== '') facets.set('options', exactly(options))
  if (!words.skip('as')) return facets
  facets.set('query', expression(withoutEnding(words.textUntil(QUERY_ENDS))))
  return facets
}

/** The check option and `with data` are not part of the query. */
function withoutEnding(text: string): string {
  const last = text.toLowerCase().lastIndexOf('with')
  const ending = last < 0 ? '' : text.slice(last).toLowerCase().split(/\s+/).join(' ')
  return ENDINGS.includes(ending) ? text.slice(0, last).trim() : text
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

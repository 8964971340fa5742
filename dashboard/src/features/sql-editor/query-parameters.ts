import { skipQuiet, splitStatements } from '@stoa/contract/services/meta/statements'

/** Statements whose parameters get their values elsewhere. */
const DEFINITIONS = new Set(['create', 'prepare'])

const NUMBERED = /\$([0-9]{1,4})(?![0-9])/y
const NAMED = /:([A-Za-z_][A-Za-z0-9_]{0,62})(?![A-Za-z0-9_$\u0080-\uFFFF])/y
/** Names and numbers such as `a$1` contain no parameter. */
const WORD = /[A-Za-z0-9_\u0080-\uFFFF][\w$\u0080-\uFFFF]*/y

/**
 * The names of a query's parameters, in order of first use: `:name`, and `1` for `$1`. The colons of
 * casts, slices and named arguments begin none.
 */
export function parameterNames(text: string): string[] {
  if (!text.includes(':') && !text.includes('$')) return []
  if (DEFINITIONS.has(splitStatements(text)[0]?.tokens[0]?.word ?? '')) return []
  const names = new Set<string>()
  let brackets = 0
  let index = 0
  while (index < text.length) {
    const skipped = skipQuiet(text, index)
    if (skipped > index) {
      index = skipped
      continue
    }
    const character = text[index]
    if (character === '[') brackets += 1
    if (character === ']') brackets -= 1
    const found =
      match(NUMBERED, text, index) ?? (brackets > 0 ? undefined : match(NAMED, text, index))
    if (found) names.add(found.name)
    index = found?.end ?? match(WORD, text, index)?.end ?? index + lengthOf(text, index)
  }
  return [...names]
}

/** The second colon of a cast begins no name. */
const lengthOf = (text: string, index: number) => (text.startsWith('::', index) ? 2 : 1)

function match(pattern: RegExp, text: string, index: number) {
  pattern.lastIndex = index
  const found = pattern.exec(text)
  return found ? { name: found[1] ?? '', end: pattern.lastIndex } : undefined
}

/** Whether a text has more statements than one, which parameters and plans are not available for. */
export const hasSeveralStatements = (text: string) => splitStatements(text).length > 1

export const asWritten = (name: string) => (/^[0-9]/.test(name) ? `$${name}` : `:${name}`)

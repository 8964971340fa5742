const OPENING = /password\s*(?:=\s*)?(?<quote>E?'|\$\w{0,63}\$)/gi
/** The rest of a quoted text with its end, if the text is not cut before. */
const QUOTED = /(?:[^'\\]|''|\\.)*'?/sy
const MASK = "'***'"

/**
 * Replaces the quoted text after each `password`: a statement that failed can contain the password
 * that it was to set. Reads a text of any length once, because anybody's statements are logged.
 */
export function maskPasswords(text: string): string {
  let masked = ''
  let at = 0
  for (const { 0: found, index, groups } of text.matchAll(OPENING)) {
    // It is inside a text that is already replaced.
    if (index < at) continue
    const quote = groups?.['quote'] ?? ''
    const begin = index + found.length
    masked += text.slice(at, begin - quote.length) + MASK
    at = quote.endsWith("'") ? endOfQuoted(text, begin) : endOfDollars(text, begin, quote)
  }
  return masked + text.slice(at)
}

function endOfQuoted(text: string, begin: number): number {
  QUOTED.lastIndex = begin
  return begin + (QUOTED.exec(text)?.[0].length ?? 0)
}

function endOfDollars(text: string, begin: number, quote: string): number {
  const end = text.indexOf(quote, begin)
  return end === -1 ? text.length : end + quote.length
}

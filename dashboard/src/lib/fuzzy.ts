/**
 * Rates how well a term matches a text; 0 means not at all. Both are in lower case. A whole text is
 * rated above its beginning, the beginning of a word, any other part, and letters in the right
 * order (`cstid` in `customer_id`), which must start at the beginning of a word.
 */
export function fuzzyScore(term: string, text: string): number {
  const at = text.indexOf(term)
  if (at === -1) return scatteredScore(term, text)
  if (at === 0) return term.length === text.length ? WHOLE : START - shorter(text.length)
  return textScore(term, text, at)
}

/** Same as above without scattered letters, for long texts that would match nearly everything. */
export function partScore(term: string, text: string): number {
  const at = text.indexOf(term)
  if (at === -1) return 0
  return at === 0 ? START - shorter(text.length) : textScore(term, text, at)
}

const WHOLE = 1000
const START = 800
const WORD_START = 600
const PART = 400
const SCATTERED = 250

const shorter = (length: number) => Math.min(length, 99)

function textScore(term: string, text: string, first: number): number {
  for (let at = first; at !== -1; at = text.indexOf(term, at + 1))
    if (isWordStart(text, at)) return WORD_START - shorter(text.length)
  return PART - shorter(text.length)
}

function scatteredScore(term: string, text: string): number {
  if (term.length < 3 || term.length > text.length) return 0
  for (let start = text.indexOf(term.charAt(0)); start !== -1;) {
    if (isWordStart(text, start)) {
      const skipped = skippedLetters(term, text, start)
      if (skipped !== undefined) return SCATTERED - Math.min(skipped, 99) - shorter(text.length)
    }
    start = text.indexOf(term.charAt(0), start + 1)
  }
  return 0
}

/** How many letters of the text lie between those of the term, or undefined if one is missing. */
function skippedLetters(term: string, text: string, start: number): number | undefined {
  let at = start
  for (let index = 1; index < term.length; index += 1) {
    at = text.indexOf(term.charAt(index), at + 1)
    if (at === -1) return undefined
  }
  return at - start + 1 - term.length
}

/** A letter or digit after something else, such as a space or an underscore. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0) return true
  const before = text.charCodeAt(at - 1)
  const isLetter = before >= 97 && before <= 122
  const isDigit = before >= 48 && before <= 57
  return !isLetter && !isDigit && before < 128
}

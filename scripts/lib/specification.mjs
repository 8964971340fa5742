/**
 * Matches the sentences of the specification with the quotes in tests. The comparison ignores only
 * white space, backticks, quotation marks, and bold.
 */

/** Matches bold text. The asterisks of a masked card number must not match. */
export const BOLD = /\*\*(\w[^*]*)\*\*/g

/** Removes everything from a text that the comparison ignores. */
export const normalise = (text) =>
  text
    .replaceAll(/[`'"\u2018\u2019\u201c\u201d]/g, '')
    .replaceAll(BOLD, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim()

/**
 * Returns every sentence, list entry, and table row of a Markdown text as `{ section, text }`, in
 * order. Table headers and lines that only introduce a list are omitted, because they can't be
 * tested.
 */
export function sentencesOf(markdown) {
  const sentences = []
  let chapter = ''
  let section = ''
  let columns
  for (const line of markdown.split('\n')) {
    const heading = /^(#+) (.*)$/.exec(line)
    if (heading) {
      if (heading[1].length < 3) chapter = heading[2]
      section = heading[1].length < 3 ? chapter : `${chapter} / ${heading[2]}`
      continue
    }
    const cells = cellsOf(line)
    if (!cells) columns = undefined
    if (cells && columns === undefined) {
      columns = cells
      continue
    }
    for (const text of cells ? rowOf(cells) : split(withoutBullet(line)))
      sentences.push({ section, text })
  }
  return sentences
}

const cellsOf = (line) =>
  line.startsWith('|')
    ? line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim())
    : undefined

const rowOf = (cells) => (cells.every((cell) => /^-+$/.test(cell)) ? [] : [cells.join(' | ')])

const withoutBullet = (line) => line.trim().replace(/^- /, '')

const QUOTED = /(?<=^|[\s(])(?:'(?:[^']|'(?=\w))*'|"[^"]*")(?=$|[\s.,;:)])/g

/** Splits a paragraph into sentences, but not inside quoted text. */
function split(paragraph) {
  if (paragraph === '' || /^[^.]*:$/.test(paragraph)) return []
  const masked = paragraph.replaceAll(QUOTED, (quoted) => 'q'.repeat(quoted.length))
  const parts = []
  let from = 0
  for (const { index, 0: gap } of masked.matchAll(/(?<=[.!?]\)?)\s+(?=[A-Z0-9q'"])/g)) {
    parts.push(paragraph.slice(from, index))
    from = index + gap.length
  }
  return [...parts, paragraph.slice(from)]
}

/**
 * Returns the quotes in one test file as `{ text, test }`, where `test` is the title of the test
 * below or around the quote. A quote is a comment `// SPEC: "…"`, which can span several lines, or
 * the same text in a title.
 */
export function quotesOf(source) {
  const lines = source.split('\n')
  const quotes = []
  for (const [index, line] of lines.entries()) {
    const start = /SPEC: "(.*)$/.exec(line)
    if (!start) continue
    if (!line.trim().startsWith('//')) {
      quotes.push({
        text: start[1].slice(0, start[1].lastIndexOf('"')),
        test: testAt(lines, index),
      })
      continue
    }
    let text = start[1]
    let last = index
    while (!text.endsWith('"') && lines[last + 1]?.trim().startsWith('//')) {
      last += 1
      text += ` ${lines[last].trim().replace(/^\/\/ ?/, '')}`
    }
    quotes.push({ text: text.replace(/"$/, ''), test: testAt(lines, last + 1) })
  }
  return quotes
}

const CALL = /^\s*(?:it|test|scenario)(?:\.each)?\s*[(`]/

/** Returns the title of the test that follows a line, or else of the one around the line. */
function testAt(lines, index) {
  let next = index
  while (/^\s*(?:\/\/.*)?$/.test(lines[next] ?? 'end')) next += 1
  // The quote of tests in a loop is above the loop.
  if (/^\s*for \(/.test(lines[next] ?? ''))
    while (next < lines.length && !CALL.test(lines[next] ?? '')) next += 1
  if (CALL.test(lines[next] ?? '')) return titleAt(lines, next)
  for (let before = index; before >= 0; before -= 1)
    if (CALL.test(lines[before] ?? '')) return titleAt(lines, before)
  return ''
}

/** Returns the first string of a call. With `it.each`, this is the first string after the table. */
function titleAt(lines, index) {
  const call = lines.slice(index, index + 60).join('\n')
  const from = /^\s*\w+\.each/.test(call) ? Math.max(0, call.search(/\](?: as const)?\)\(/) + 2) : 0
  const title = /\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`([^`]*)`)/.exec(call.slice(from))
  return (title?.[1] ?? title?.[2] ?? title?.[3] ?? '').replaceAll(/\\(.)/g, '$1')
}

/**
 * Matches quotes with sentences. Returns for every sentence its `quotes` and the parts that they
 * don't cover (`missing`). Also returns the quotes that match no sentence and those that match
 * several different ones, because it is unclear which one these prove.
 */
export function lay(quotes, sentences) {
  const known = sentences.map((sentence) => ({ sentence, key: normalise(sentence.text) }))
  const quotesOfEach = new Map(sentences.map((sentence) => [sentence, []]))
  const unknown = []
  const ambiguous = []
  for (const quote of quotes) {
    const text = normalise(quote.text)
    const hits = hitsOf(text, known)
    const isPart = hits.some(({ key, part }) => part === text && part !== key)
    if (hits.length === 0) unknown.push(quote)
    else if (isPart && new Set(hits.map(({ key }) => key)).size > 1) ambiguous.push(quote)
    for (const { sentence, part } of hits) quotesOfEach.get(sentence).push({ ...quote, part })
  }
  const found = known.map(({ sentence, key }) => {
    const inside = quotesOfEach.get(sentence)
    return [sentence, { quotes: inside, missing: missingOf(key, inside) }]
  })
  return { found: new Map(found), unknown, ambiguous }
}

/**
 * Remarks of the specification about itself inside sentences about the product. They can't be
 * tested, so quotes need not cover them.
 */
const ASIDES = [
  'Exact path not shown.',
  'Method, path and payload not shown.',
  'Path not shown.',
  'Body not shown.',
  '(not shown)',
  '; in another the threshold value is not shown.',
]

/** Returns the parts of a sentence that no quote covers. A quote covers its first occurrence. */
function missingOf(key, quotes) {
  const isHeld = Array.from({ length: key.length }, () => false)
  const hold = (from, length) => from >= 0 && isHeld.fill(true, from, from + length)
  for (const aside of ASIDES) hold(key.indexOf(aside), aside.length)
  for (const { part } of quotes) hold(key.indexOf(part), part.length)
  return [...key]
    .map((character, index) => (isHeld[index] ? '\0' : character))
    .join('')
    .split(/\0+/)
    .map((part) => part.trim())
    .filter((part) => /[\p{L}\p{N}]/u.test(part))
}

/**
 * Returns the sentences that a quote matches and the quoted `part` of each. A quote matches a whole
 * sentence, or else part of a sentence, or else several consecutive sentences.
 */
function hitsOf(quote, known) {
  if (quote === '') return []
  const whole = known.filter(({ key }) => key === quote)
  const inside = whole.length > 0 ? whole : known.filter(({ key }) => key.includes(quote))
  if (inside.length > 0) return inside.map((hit) => ({ ...hit, part: quote }))
  const start = known
    .map(({ key }) => key)
    .join(' ')
    .indexOf(quote)
  if (start < 0) return []
  let from = 0
  return known.flatMap((hit) => {
    const part = hit.key.slice(Math.max(0, start - from), Math.max(0, start + quote.length - from))
    from += hit.key.length + 1
    return part === '' ? [] : [{ ...hit, part: part.trim() }]
  })
}

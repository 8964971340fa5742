/**
 * Parses the comma-separated list of an `in` filter. White space around an entry is removed; double
 * quotes keep commas and spaces, with `""` or `\"` for a quote inside. Undefined for an unclosed
 * quote or text after a closing quote.
 */
export function parseList(text: string): string[] | undefined {
  if (text.trim() === '') return []
  const entries: string[] = []
  let at = 0
  while (at <= text.length) {
    const entry = text.slice(at).trimStart().startsWith('"')
      ? readQuoted(text, text.indexOf('"', at))
      : readPlain(text, at)
    if (!entry) return undefined
    entries.push(entry.value)
    at = entry.end + 1
  }
  return entries
}

type Entry = { readonly value: string; readonly end: number }

function readPlain(text: string, start: number): Entry {
  const comma = text.indexOf(',', start)
  const end = comma < 0 ? text.length : comma
  return { value: text.slice(start, end).trim(), end }
}

function readQuoted(text: string, start: number): Entry | undefined {
  let value = ''
  for (let at = start + 1; at < text.length; at += 1) {
    const character = text.charAt(at)
    const next = text.charAt(at + 1)
    if (character === '\\' && (next === '"' || next === '\\')) {
      value += next
      at += 1
    } else if (character !== '"') value += character
    else if (next === '"') {
      value += '"'
      at += 1
    } else return endEntry(text, at + 1, value)
  }
  return undefined
}

function endEntry(text: string, start: number, value: string): Entry | undefined {
  const { end } = readPlain(text, start)
  return text.slice(start, end).trim() === '' ? { value, end } : undefined
}

import { invalidBody } from '../errors.ts'

/**
 * Parses CSV (RFC 4180) whose first line holds the keys into one object per line, with texts and,
 * for `NULL`, nulls. Postgres converts the texts to the columns' types. Skips blank lines and
 * fields without a key; rejects lines with fewer fields than the others. Throws PGRST102 (400).
 */
export function parseCsv(text: string): {
  readonly keys: readonly string[]
  readonly rows: readonly Readonly<Record<string, string | null>>[]
} {
  const [header, ...all] = splitLines(text)
  if (!header || isBlank(header)) throw invalidBody('Empty or invalid csv')
  const lines = all.filter((fields) => !isBlank(fields))
  const width = Math.min(header.length, lines[0]?.length ?? 0)
  const keys = header.slice(0, width)
  const rows = lines.map((fields) => {
    if (Math.min(fields.length, header.length) !== width)
      throw invalidBody('All lines must have same number of fields')
    return Object.fromEntries(
      keys.map((key, index) => [key, fields[index] === 'NULL' ? null : (fields[index] ?? '')]),
    )
  })
  return { keys: [...new Set(keys)], rows }
}

const isBlank = (fields: readonly string[]) => fields.length === 1 && fields[0] === ''

const FIELD = /"((?:[^"]|"")*)"|([^",\r\n]*)/y

function splitLines(text: string): readonly (readonly string[])[] {
  const lines: string[][] = []
  let line: string[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  while (at < text.length) {
    FIELD.lastIndex = at
    const field = FIELD.exec(text)
    line.push(field?.[1]?.replaceAll('""', '"') ?? field?.[2] ?? '')
    at += field?.[0].length ?? 0
    if (text[at] === ',') {
      at += 1
      // A comma at the very end is followed by an empty field.
      if (at < text.length) continue
      line.push('')
    } else if (text[at] === '\r' && text[at + 1] === '\n') at += 2
    else if (text[at] === '\n' || text[at] === '\r') at += 1
    else if (at < text.length) throw invalidBody(`Unexpected character in csv at ${at + 1}`)
    lines.push(line)
    line = []
  }
  return lines
}

/** A name in SQL text, possibly with its schema. */
export type WrittenName = {
  /** As in the text, with its quotes. */
  readonly written: string
  readonly schema: string | undefined
  readonly name: string
  /** The index after the name. */
  readonly end: number
}

const IDENTIFIER = String.raw`("(?:[^"]|"")+"|[A-Za-z_\u0080-\uFFFF][\w$\u0080-\uFFFF]*)`
const NAME = new RegExp(String.raw`\s*(${IDENTIFIER}(?:\s*\.\s*${IDENTIFIER})?)`, 'y')
const COMMA = /\s*,/y

/** Reads the name that begins at an index, after white space. Undefined if there is none. */
export function readName(text: string, at: number): WrittenName | undefined {
  NAME.lastIndex = at
  const [, written, first, second] = NAME.exec(text) ?? []
  if (written === undefined || first === undefined) return undefined
  return {
    written,
    schema: second === undefined ? undefined : nameOf(first),
    name: nameOf(second ?? first),
    end: NAME.lastIndex,
  }
}

/** Reads the names of a list with commas. */
export function readNames(text: string, at: number): WrittenName[] {
  const name = readName(text, at)
  if (!name) return []
  COMMA.lastIndex = name.end
  return COMMA.test(text) ? [name, ...readNames(text, COMMA.lastIndex)] : [name]
}

/** Postgres reads names without quotes in lower case. */
const nameOf = (identifier: string): string =>
  identifier.startsWith('"')
    ? identifier.slice(1, -1).replaceAll('""', '"')
    : identifier.toLowerCase()

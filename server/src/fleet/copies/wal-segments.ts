const DIGITS = 8
/** The part of the log that one number in the middle of a segment's name covers. */
const PART_BYTES = 2 ** 32

/** The names of the WAL segments from one to another, both included; none across timelines. */
export function walSegments(first: string, last: string, segmentBytes: number): readonly string[] {
  const timeline = first.slice(0, DIGITS)
  if (timeline !== last.slice(0, DIGITS)) return []
  const perPart = PART_BYTES / segmentBytes
  const numberOf = (name: string) =>
    parse(name.slice(DIGITS, 2 * DIGITS)) * perPart + parse(name.slice(2 * DIGITS))
  const names: string[] = []
  for (let at = numberOf(first); at <= numberOf(last); at += 1)
    names.push(`${timeline}${hex(Math.floor(at / perPart))}${hex(at % perPart)}`)
  return names
}

const parse = (text: string) => Number.parseInt(text, 16)
const hex = (value: number) => value.toString(16).toUpperCase().padStart(DIGITS, '0')

/** Names less alike than this are no suggestion. */
const MIN_LIKENESS = 0.33
/** Longer names are compared by their beginning: the work grows with the square of it. */
const MAX_LENGTH = 100

/**
 * The name most like what was written, for the hints of refusals: by the fewest letters to change,
 * among names that share three letters in a row, or else two.
 */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  const candidates = [...new Set(names)].map((name) => ({ name, text: fold(name) }))
  const wanted = fold(written)
  for (const size of [3, 2]) {
    const grams = gramsOf(wanted, size)
    const alike = candidates
      .filter(({ text }) => [...gramsOf(text, size)].some((gram) => grams.has(gram)))
      .map(({ name, text }) => ({ name, likeness: likenessOf(wanted, text) }))
      .filter(({ likeness }) => likeness >= MIN_LIKENESS)
      .toSorted((left, right) => right.likeness - left.likeness)
    if (alike[0]) return alike[0].name
  }
  return undefined
}

const fold = (name: string) => name.toLowerCase().slice(0, MAX_LENGTH)

function gramsOf(text: string, size: number): ReadonlySet<string> {
  const padded = `-${text.replaceAll(/[^\p{L}\p{N}, ]/gu, '')}-`
  const count = Math.max(padded.length - size + 1, 0)
  return new Set(Array.from({ length: count }, (_, at) => padded.slice(at, at + size)))
}

const likenessOf = (left: string, right: string) =>
  1 - distance(left, right) / Math.max(left.length, right.length, 1)

/** Letters to add, drop or replace to come from one text to the other. */
function distance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, at) => at)
  for (let above = 0; above < left.length; above += 1) {
    const next = [above + 1]
    for (let at = 0; at < right.length; at += 1) {
      const replaced = (row[at] ?? 0) + (left[above] === right[at] ? 0 : 1)
      next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1))
    }
    row = next
  }
  return row[right.length] ?? 0
}

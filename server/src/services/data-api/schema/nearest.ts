/** Names less similar than this are not suggested. */
const MIN_LIKENESS = 0.33
/** Unannounced names are only suggested for a typing mistake, not for a guess. */
export const TYPING_MISTAKE = 0.75
/**
 * Longer names are compared by their beginning only, because the cost grows with the square of the
 * length.
 */
const MAX_LENGTH = 100
/** Limits how many names are compared letter by letter: those that share the most letter groups. */
const MAX_COMPARED = 50

/** An index that finds names similar to a misspelled one. */
export type Names = {
  /**
   * The most similar name for the hint of an error: the one with the fewest letters to change,
   * among names that share three letters in a row, or else two. Undefined if the similarity is
   * below `least` (1 is equality).
   */
  nearest(written: string, least?: number): string | undefined
  /** The candidates for comparison letter by letter: few, however many names exist. */
  candidates(written: string, size: number): readonly string[]
}

/** Indexes names by their letter groups, so that a search does not read all names. */
export function createNames(given: Iterable<string>): Names {
  const names = withoutCase(given).map((name) => ({ name, text: fold(name) }))
  const indexes = new Map<number, ReadonlyMap<string, readonly number[]>>()

  function indexOf(size: number): ReadonlyMap<string, readonly number[]> {
    const known = indexes.get(size)
    if (known) return known
    const index = new Map<string, number[]>()
    names.forEach(({ text }, at) => {
      for (const gram of gramsOf(text, size)) {
        const list = index.get(gram)
        if (list) list.push(at)
        else index.set(gram, [at])
      }
    })
    indexes.set(size, index)
    return index
  }

  function candidatesOf(wanted: string, size: number) {
    const index = indexOf(size)
    const shared = new Map<number, number>()
    for (const gram of gramsOf(wanted, size))
      for (const at of index.get(gram) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1)
    // Of two names that share equally many groups, the shorter is more similar.
    const score = ([at, count]: readonly [number, number]) =>
      count / Math.sqrt(names[at]?.text.length ?? 1)
    return [...shared]
      .toSorted((left, right) => score(right) - score(left))
      .slice(0, MAX_COMPARED)
      .flatMap(([at]) => names[at] ?? [])
  }

  return {
    nearest(written, least = MIN_LIKENESS) {
      const wanted = fold(written)
      for (const size of [3, 2]) {
        const [best] = candidatesOf(wanted, size)
          .map(({ name, text }) => ({ name, likeness: likenessOf(wanted, text) }))
          .filter(({ likeness }) => likeness >= least)
          .toSorted((left, right) => right.likeness - left.likeness)
        if (best) return best.name
      }
      return undefined
    },
    candidates: (written, size) => candidatesOf(fold(written), size).map(({ name }) => name),
  }
}

/** The most similar of a few names, compared without an index. */
export const nearest = (written: string, names: Iterable<string>): string | undefined =>
  createNames(names).nearest(written)

/** Of names that differ only in case, the lower-case one. */
function withoutCase(given: Iterable<string>): readonly string[] {
  const kept = new Map<string, string>()
  for (const name of given) {
    const lower = name.toLowerCase()
    if (name === lower || !kept.has(lower)) kept.set(lower, name)
  }
  return [...kept.values()]
}

const fold = (name: string) => name.toLowerCase().slice(0, MAX_LENGTH)

function gramsOf(text: string, size: number): ReadonlySet<string> {
  const padded = `-${text.replaceAll(/[^\p{L}\p{N}, ]/gu, '')}-`
  const count = Math.max(padded.length - size + 1, 0)
  return new Set(Array.from({ length: count }, (_, at) => padded.slice(at, at + size)))
}

const likenessOf = (left: string, right: string) =>
  1 - distance(left, right) / Math.max(left.length, right.length, 1)

/** The number of letters to add, delete or replace (Levenshtein distance). */
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

/** Names less alike than this are no suggestion. */
const MIN_LIKENESS = 0.33
/** Names nobody was told of are suggested only to who mistyped them, not to who guesses. */
export const TYPING_MISTAKE = 0.75
/** Longer names are compared by their beginning: the work grows with the square of it. */
const MAX_LENGTH = 100
/** Letter by letter no more names are compared, those that share most with what was written. */
const MAX_COMPARED = 50

/** Names to be found again by what somebody wrote instead. */
export type Names = {
  /**
   * The name most like what was written, for the hints of refusals: by the fewest letters to change,
   * among names that share three letters in a row, or else two. None is given that is less alike
   * than `least`, of 1 for the same name.
   */
  nearest(written: string, least?: number): string | undefined
  /** The names that are compared letter by letter: few, however many there are. */
  candidates(written: string, size: number): readonly string[]
}

/** Keeps which names hold which letters in a row, so that looking for one does not read them all. */
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
    // Of two that share as much the shorter is more alike.
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

/** The nearest of a few names that are looked at once. */
export const nearest = (written: string, names: Iterable<string>): string | undefined =>
  createNames(names).nearest(written)

/** Of names that differ in case alone the one in lower case. */
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

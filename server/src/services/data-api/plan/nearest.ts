/** Names less alike than this are no suggestion. */
const MIN_LIKENESS = 0.6

/** The name most like what was written, by shared pairs of letters; for the hints of refusals. */
export function nearest(written: string, names: Iterable<string>): string | undefined {
  const wanted = pairsOf(written)
  let best: string | undefined
  let bestLikeness = MIN_LIKENESS
  for (const name of names) {
    const likeness = compare(wanted, pairsOf(name))
    if (likeness <= bestLikeness) continue
    best = name
    bestLikeness = likeness
  }
  return best
}

function pairsOf(name: string): readonly string[] {
  const padded = `-${name.toLowerCase().slice(0, 100)}-`
  return Array.from({ length: padded.length - 1 }, (_, at) => padded.slice(at, at + 2))
}

function compare(left: readonly string[], right: readonly string[]): number {
  const rest = [...right]
  const shared = left.filter((pair) => {
    const at = rest.indexOf(pair)
    if (at >= 0) rest.splice(at, 1)
    return at >= 0
  })
  return (2 * shared.length) / (left.length + right.length)
}

/**
 * Compiles a glob for URLs and host names: `**` matches any text, `*` any text without `.` and `/`,
 * and `?` one such character. Everything else matches itself.
 *
 * Matching tracks all possible positions in the pattern at once and never backtracks. Its time is
 * the product of both lengths, whatever the pattern is. A regular expression that backtracks takes
 * exponential time for patterns such as `**a**a**a**b`.
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gs) ?? []
  // Bit n stands for the position before token n; the last one is the end of the pattern.
  const size = (tokens.length >> 5) + 1
  const emptySet = () => new Uint32Array(size)
  const setOf = (belongs: (token: string) => boolean) => {
    const set = emptySet()
    tokens.forEach((token, at) => {
      if (belongs(token)) set[at >> 5] = word(set, at >> 5) | (1 << (at & 31))
    })
    return set
  }
  const stars = setOf((token) => token.startsWith('*'))
  const forSeparator = { exact: emptySet(), stays: setOf((token) => token.startsWith('**')) }
  const forOther = { exact: setOf((token) => token === '?'), stays: stars }
  const steps = new Map<string, Step>()
  for (const token of new Set(tokens)) {
    if (token.startsWith('*')) continue
    const isSeparator = SEPARATORS.has(token)
    steps.set(token, {
      exact: setOf((other) => other === token || (other === '?' && !isSeparator)),
      stays: (isSeparator ? forSeparator : forOther).stays,
    })
  }

  return (text) => {
    let current = emptySet()
    let next = emptySet()
    current[0] = 1
    skipStars(current, stars)
    for (const character of text.split('')) {
      const step = steps.get(character) ?? (SEPARATORS.has(character) ? forSeparator : forOther)
      if (!advance(current, next, step)) return false
      skipStars(next, stars)
      ;[current, next] = [next, current]
    }
    return ((word(current, tokens.length >> 5) >>> (tokens.length & 31)) & 1) === 1
  }
}

/** The transitions of one character: the tokens that it completes, and those that stay open. */
type Step = { readonly exact: Uint32Array; readonly stays: Uint32Array }

const SEPARATORS: ReadonlySet<string> = new Set(['.', '/'])

/** Writes the positions after one character into `to`. Returns false if there are none. */
function advance(from: Uint32Array, to: Uint32Array, { exact, stays }: Step): boolean {
  let carry = 0
  let any = 0
  for (let at = 0; at < from.length; at += 1) {
    const completed = word(from, at) & word(exact, at)
    const reached = (completed << 1) | carry | (word(from, at) & word(stays, at))
    carry = completed >>> 31
    to[at] = reached
    any |= reached
  }
  return any !== 0
}

/** Adds the position after each star, because a star also matches no text. Stars never adjoin. */
function skipStars(positions: Uint32Array, stars: Uint32Array): void {
  let carry = 0
  for (let at = 0; at < positions.length; at += 1) {
    const open = word(positions, at) & word(stars, at)
    positions[at] = word(positions, at) | (open << 1) | carry
    carry = open >>> 31
  }
}

const word = (set: Uint32Array, at: number): number => set[at] ?? 0

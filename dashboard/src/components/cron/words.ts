/** The words of a text that are not yet understood. Each reader removes the words it recognizes. */
export type Words = {
  /** Finds the pattern and removes what it matched. */
  take(pattern: RegExp): RegExpExecArray | undefined
  has(pattern: RegExp): boolean
  /** Whether only filler words are left. */
  areUsed(): boolean
}

const MAX_LENGTH = 200
const FILLERS = /\b(?:and|or|at|on|in|of|the|from|each|run|runs|utc)\b|[;\s]+/g
const NUMBERS: readonly (readonly [RegExp, string])[] = [
  [/\bhalf (?:an )?hour\b/g, '30 minutes'],
  [/\bquarter (?:of an )?hour\b/g, '15 minutes'],
  [/\bfive\b/g, '5'],
  [/\bten\b/g, '10'],
  [/\bfifteen\b/g, '15'],
  [/\bthirty\b/g, '30'],
  [/\btwo\b/g, '2'],
  [/\bthree\b/g, '3'],
  [/\bfour\b/g, '4'],
  [/\bsix\b/g, '6'],
  [/\btwelve\b/g, '12'],
]

export function createWords(text: string): Words {
  let rest = text.length > MAX_LENGTH ? 'too long' : normalized(text)
  return {
    take(pattern) {
      const found = pattern.exec(rest) ?? undefined
      // Separates the text before and after it, so that they do not form a phrase.
      if (found) rest = rest.replace(found[0], ' ; ')
      return found
    },
    has: (pattern) => pattern.test(rest),
    areUsed: () => rest.replaceAll(FILLERS, '') === '',
  }
}

const normalized = (text: string): string =>
  NUMBERS.reduce(
    (known, [word, number]) => known.replaceAll(word, number),
    text
      .toLowerCase()
      .replaceAll(/\b([ap])\.m\.?/g, '$1m')
      .replaceAll(/[–—]| - /g, ' to ')
      .replaceAll(/,|&/g, ' and ')
      .replaceAll(/\bthrough\b|\buntil\b/g, 'to')
      .replaceAll(/\beach\b/g, 'every')
      .replaceAll(/\.(?=\s|$)|\butc\b/g, ' ')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/(?:\band )+(and|or)\b/g, '$1')
      .trim(),
  )

import type { Token } from './lexer.ts'

/** The parentheses of a text, and the clause in which each of its tokens stands. */
export type Structure = {
  /** For each parenthesis or bracket, the other one; undefined if there is none. */
  readonly partner: readonly (number | undefined)[]
  /** For each token, the innermost open parenthesis before it; -1 outside of all. */
  readonly group: readonly number[]
  /** For each token, the clause of its group that has begun, such as `select`. */
  readonly clause: readonly string[]
}

const CLOSE: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
])
const CLAUSES: ReadonlySet<string> = new Set([
  'with',
  'select',
  'from',
  'where',
  'group',
  'having',
  'qualify',
  'window',
  'order',
  'limit',
  'union',
])

export function structureOf(tokens: readonly Token[]): Structure {
  const partner: (number | undefined)[] = []
  const group: number[] = []
  const clause: string[] = []
  const open: number[] = []
  const begun = new Map<number, string>()
  tokens.forEach(({ kind, value }, index) => {
    const closed = open.at(-1)
    if (
      kind === 'symbol' &&
      closed !== undefined &&
      CLOSE.get(tokens[closed]?.value ?? '') === value
    ) {
      open.pop()
      partner[closed] = index
      partner[index] = closed
    }
    const current = open.at(-1) ?? -1
    if (kind === 'word' && CLAUSES.has(value)) begun.set(current, value)
    group.push(current)
    clause.push(begun.get(current) ?? '')
    if (kind === 'symbol' && CLOSE.has(value)) {
      open.push(index)
      begun.delete(index)
    }
  })
  return { partner, group, clause }
}

/** The positions of the commas directly within parentheses. */
export function commasWithin(
  tokens: readonly Token[],
  { partner, group }: Structure,
  open: number,
): readonly number[] {
  const commas: number[] = []
  const close = partner[open] ?? open
  for (let index = open + 1; index < close; index++)
    if (tokens[index]?.value === ',' && tokens[index]?.kind === 'symbol' && group[index] === open)
      commas.push(index)
  return commas
}

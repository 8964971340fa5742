/** A line of a comparison. `before` and `after` are its numbers in the two texts, from 1. */
export type DiffLine =
  | {
      readonly kind: 'same'
      readonly text: string
      readonly before: number
      readonly after: number
    }
  | { readonly kind: 'removed'; readonly text: string; readonly before: number }
  | { readonly kind: 'added'; readonly text: string; readonly after: number }

/** Lines to show, or unchanged lines that are folded away. */
export type DiffPart = { readonly isFolded: boolean; readonly lines: readonly DiffLine[] }

const MAX_LINES = 20_000
/** Time and memory grow with its square. */
const MAX_CHANGES = 1000

/**
 * The shortest way from one text to another, in lines. Undefined if the texts are too long or too
 * different to be compared while a person waits.
 */
export function lineDiff(before: string, after: string): readonly DiffLine[] | undefined {
  const old = linesOf(before)
  const now = linesOf(after)
  if (old.length + now.length > MAX_LINES) return undefined
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1
  let end = 0
  const shorter = Math.min(old.length, now.length) - start
  while (end < shorter && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1
  const oldMiddle = old.slice(start, old.length - end)
  const nowMiddle = now.slice(start, now.length - end)
  const steps = shortestEdit(oldMiddle, nowMiddle)
  if (!steps) return undefined
  const kinds = [...same(start), ...steps, ...same(end)]
  return numbered(kinds, old, now)
}

/** Folds what is further than `context` lines from a change; a single line is never folded. */
export function foldUnchanged(lines: readonly DiffLine[], context = 3): readonly DiffPart[] {
  const changes = lines.flatMap(({ kind }, index) => (kind === 'same' ? [] : [index]))
  const isNear = new Set<number>()
  for (const index of changes)
    for (let near = index - context; near <= index + context; near += 1) isNear.add(near)
  const parts: { isFolded: boolean; lines: DiffLine[] }[] = []
  lines.forEach((line, index) => {
    const isSingle = isNear.has(index - 1) && isNear.has(index + 1)
    const isFolded = !isNear.has(index) && !isSingle
    const last = parts.at(-1)
    if (last?.isFolded === isFolded) last.lines.push(line)
    else parts.push({ isFolded, lines: [line] })
  })
  return parts
}

/** A line break at the end ends the last line and does not start another one. */
function linesOf(text: string): readonly string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

const same = (count: number) => Array.from({ length: count }, () => 'same' as const)

/** Myers's algorithm. `reach[k]` is how far diagonal k is reached with the changes so far. */
function shortestEdit(
  old: readonly string[],
  now: readonly string[],
): readonly DiffLine['kind'][] | undefined {
  const rounds: Map<number, number>[] = []
  let reach = new Map([[1, 0]])
  for (let changes = 0; changes <= Math.min(old.length + now.length, MAX_CHANGES); changes += 1) {
    const next = new Map<number, number>()
    rounds.push(reach)
    for (let k = -changes; k <= changes; k += 2) {
      let x = stepsDown(reach, k, changes) ? at(reach, k + 1) : at(reach, k - 1) + 1
      while (x < old.length && x - k < now.length && old[x] === now[x - k]) x += 1
      next.set(k, x)
      if (x >= old.length && x - k >= now.length) return pathBack(rounds, old.length, now.length)
    }
    reach = next
  }
  return undefined
}

const at = (reach: ReadonlyMap<number, number>, k: number) => reach.get(k) ?? 0

/** Whether diagonal k is reached by an addition; otherwise it is by a removal. */
const stepsDown = (reach: ReadonlyMap<number, number>, k: number, changes: number) =>
  k === -changes || (k !== changes && at(reach, k - 1) < at(reach, k + 1))

function pathBack(
  rounds: readonly ReadonlyMap<number, number>[],
  oldLength: number,
  nowLength: number,
): readonly DiffLine['kind'][] {
  const kinds: DiffLine['kind'][] = []
  let x = oldLength
  let y = nowLength
  for (let changes = rounds.length - 1; changes >= 0; changes -= 1) {
    const reach = rounds[changes] ?? new Map<number, number>()
    const isAddition = stepsDown(reach, x - y, changes)
    const k = isAddition ? x - y + 1 : x - y - 1
    const fromX = changes === 0 ? 0 : at(reach, k)
    const fromY = changes === 0 ? 0 : fromX - k
    while (x > fromX && y > fromY) {
      kinds.push('same')
      x -= 1
      y -= 1
    }
    if (changes > 0) kinds.push(isAddition ? 'added' : 'removed')
    x = fromX
    y = fromY
  }
  return kinds.toReversed()
}

function numbered(
  kinds: readonly DiffLine['kind'][],
  old: readonly string[],
  now: readonly string[],
): readonly DiffLine[] {
  let before = 0
  let after = 0
  return kinds.map((kind) => {
    if (kind !== 'added') before += 1
    if (kind !== 'removed') after += 1
    if (kind === 'added') return { kind, text: now[after - 1] ?? '', after }
    const text = old[before - 1] ?? ''
    return kind === 'removed' ? { kind, text, before } : { kind, text, before, after }
  })
}

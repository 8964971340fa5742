/** The row that a key moves to, or undefined for any other key. */
export function moveActive(
  key: string,
  { active, page, count }: { active: number; page: number; count: number },
): number | undefined {
  const steps: ReadonlyMap<string, number> = new Map([
    ['ArrowUp', active - 1],
    ['ArrowDown', active + 1],
    ['PageUp', active - page],
    ['PageDown', active + page],
    ['Home', 0],
    ['End', count - 1],
  ])
  const next = steps.get(key)
  if (next === undefined || count === 0) return undefined
  return Math.min(Math.max(next, 0), count - 1)
}

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `March 2026`, the cycle `2026-03`. Cycles are months in UTC. */
export const cycleText = (cycle: string): string => MONTH.format(new Date(`${cycle}-01T00:00:00Z`))

/** `March 2026`, the cycle that begins at a time. */
export const cycleOfText = (from: string): string => cycleText(from.slice(0, 7))

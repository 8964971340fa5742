import type { BillingCycle } from '@stoa/contract/platform/subscription'

export const HOUR_MS = 3_600_000

/** A calendar month in UTC. */
export type Cycle = { readonly from: Date; readonly until: Date }

export const hourOf = (at: Date): Date => new Date(at.getTime() - (at.getTime() % HOUR_MS))

/** The cycle that contains a moment. */
export const cycleOf = (at: Date): Cycle => cycleAt(at.getUTCFullYear(), at.getUTCMonth())

/** The cycle of a name such as `2026-03`. */
export function cycleNamed(name: string): Cycle {
  const [year = 0, month = 1] = name.split('-').map(Number)
  return cycleAt(year, month - 1)
}

/** `2026-03`. */
export const nameOfCycle = ({ from }: Cycle): string => from.toISOString().slice(0, 7)

export const toBillingCycle = ({ from, until }: Cycle): BillingCycle => ({
  from: from.toISOString(),
  until: until.toISOString(),
})

/** The whole and begun hours of a cycle until a moment. */
export function hoursUntil({ from, until }: Cycle, at: Date): number {
  const end = Math.min(at.getTime(), until.getTime())
  return Math.max(1, Math.ceil((end - from.getTime()) / HOUR_MS))
}

const cycleAt = (year: number, month: number): Cycle => ({
  from: new Date(Date.UTC(year, month, 1)),
  until: new Date(Date.UTC(year, month + 1, 1)),
})

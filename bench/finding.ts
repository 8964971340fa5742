/** One measured number, with its budget if it has one. */
export type Finding = {
  readonly what: string
  readonly value: number
  readonly unit: 's' | 'ms' | 'µs' | 'MB' | 'KB' | 'x' | 'req/s' | 'events/s' | 'processes'
  readonly budget?: number
  readonly isMet?: boolean
}

/** A number that should be at most its budget. */
export const atMost = (
  what: string,
  value: number,
  unit: Finding['unit'],
  budget: number,
): Finding => ({ what, value, unit, budget, isMet: value <= budget })

/** A number that should be at least its budget. */
export const atLeast = (
  what: string,
  value: number,
  unit: Finding['unit'],
  budget: number,
): Finding => ({ what, value, unit, budget, isMet: value >= budget })

/** A number without a budget. */
export const told = (what: string, value: number, unit: Finding['unit']): Finding => ({
  what,
  value,
  unit,
})

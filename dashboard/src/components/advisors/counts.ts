import type { AdvisorCategory, AdvisorLevel } from '@stoa/contract/services/advisors/advisors'

type Counts = Readonly<Record<AdvisorLevel, number>>
type Summary = { readonly security: Counts; readonly performance: Counts }

/** The findings that need attention, and the advisor that has the more severe ones. */
export function asksForAttention(summary: Summary | undefined): {
  readonly errors: number
  readonly warnings: number
  readonly category: AdvisorCategory
} {
  if (!summary) return { errors: 0, warnings: 0, category: 'security' }
  const { security, performance } = summary
  const isOnlyPerformance =
    security.ERROR + security.WARN === 0 && performance.ERROR + performance.WARN > 0
  return {
    errors: security.ERROR + performance.ERROR,
    warnings: security.WARN + performance.WARN,
    category: isOnlyPerformance ? 'performance' : 'security',
  }
}

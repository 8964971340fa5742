import { formatMs } from '../../../components/query-plan/plan-text.ts'
import { planSteps, type Plan } from '../../../components/query-plan/read-plan.ts'

/** How a plan differs from an earlier one, in sentences. */
export function comparePlans(before: Plan, now: Plan): string[] {
  const changes: string[] = []
  if (before.executionMs !== undefined && now.executionMs !== undefined)
    changes.push(
      `Execution took ${formatMs(now.executionMs)}; before, ${formatMs(before.executionMs)} (${percent(before.executionMs, now.executionMs)}).`,
    )
  changes.push(
    before.root.cost === now.root.cost
      ? 'The estimated cost is the same.'
      : `The estimated cost is ${now.root.cost.toFixed(1)}; before, ${before.root.cost.toFixed(1)} (${percent(before.root.cost, now.root.cost)}).`,
  )
  const added = missingFrom(before, now)
  const removed = missingFrom(now, before)
  if (added.length > 0) changes.push(`New: ${added.join(', ')}.`)
  if (removed.length > 0) changes.push(`Gone: ${removed.join(', ')}.`)
  if (added.length + removed.length === 0) changes.push('The steps are the same.')
  return changes
}

function missingFrom(known: Plan, plan: Plan): string[] {
  const titles = new Set(planSteps(known.root).map(({ node }) => node.title))
  const own = planSteps(plan.root).map(({ node }) => node.title)
  return [...new Set(own)].filter((title) => !titles.has(title))
}

function percent(before: number, now: number): string {
  if (before === 0) return 'no comparison'
  const change = Math.round((now / before - 1) * 100)
  return change === 0 ? 'no change' : `${change > 0 ? '+' : '−'}${Math.abs(change)} %`
}

import { planSteps, type Plan, type PlanNode } from './read-plan.ts'

/** A plan as indented text. */
export function planText({ root, planningMs, executionMs }: Plan): string {
  const lines = planSteps(root).flatMap(({ node, depth }) => {
    const indent = '  '.repeat(depth)
    return [
      `${indent}${depth > 0 ? '-> ' : ''}${node.title}  (${numbersOf(node)})`,
      ...node.details.map((detail) => `${indent}     ${detail}`),
    ]
  })
  if (planningMs !== undefined) lines.push(`Planning time: ${formatMs(planningMs)}`)
  if (executionMs !== undefined) lines.push(`Execution time: ${formatMs(executionMs)}`)
  return lines.join('\n')
}

function numbersOf({ cost, estimatedRows, actualRows, selfMs }: PlanNode): string {
  const estimate = `cost ${cost.toFixed(2)}, estimated rows ${estimatedRows}`
  return actualRows === undefined
    ? estimate
    : `${estimate}, actual rows ${actualRows}, own time ${formatMs(selfMs ?? 0)}`
}

export const formatMs = (ms: number): string =>
  ms < 1000 ? `${ms < 10 ? ms.toFixed(2) : ms.toFixed(1)} ms` : `${(ms / 1000).toFixed(2)} s`

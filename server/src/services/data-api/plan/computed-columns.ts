import type { Relation } from '../schema/schema-cache.ts'
import type { PlannedCondition, ReadPlan } from './plan.ts'

/** The names in a query that are not columns of its relation, so they can be functions of a row. */
export function computedColumns(read: ReadPlan, { columns }: Relation): readonly string[] {
  const names = [
    ...read.outputs.flatMap((output) => (output.kind === 'field' ? [output.field.name] : [])),
    ...read.conditions.flatMap(namesOf),
    ...read.order.flatMap(({ field, embed }) => (embed ? [] : [field.name])),
  ]
  return [...new Set(names)].filter((name) => !columns.has(name))
}

function namesOf(condition: PlannedCondition): readonly string[] {
  if (condition.kind === 'filter') return [condition.field.name]
  return condition.kind === 'embed-is-null' ? [] : condition.conditions.flatMap(namesOf)
}

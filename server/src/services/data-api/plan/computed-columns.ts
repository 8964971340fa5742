import type { Relation } from '../schema/schema-cache.ts'
import type { PlannedCondition, ReadPlan } from './plan.ts'

/** Names a query uses of its relation that are none of its columns: functions of a row, if anything. */
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

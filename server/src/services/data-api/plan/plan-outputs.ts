import type { SelectItem } from '../request/select.ts'
import type { Relation, SchemaCache } from '../schema/schema-cache.ts'
import { planField, representationOf, type Scope } from './plan-fields.ts'
import type { Output, SpreadColumn } from './plan.ts'

/**
 * Whether rows have to be grouped for an item: for an aggregate, and for a spread resource that
 * passes aggregates up. Aggregates of a nested resource group only that resource.
 */
export function isAggregated(item: SelectItem): boolean {
  if (item.kind === 'count') return true
  if (item.kind === 'field') return item.aggregate !== undefined
  return item.kind === 'embed' && item.isSpread && item.select.some(isAggregated)
}

/** Whether a select contains an aggregate at any level. */
export function hasAggregate(select: readonly SelectItem[]): boolean {
  return select.some((item) =>
    item.kind === 'embed' ? hasAggregate(item.select) : isAggregated(item),
  )
}

/** The columns of `*`, if the relation is known. */
export function spellStar(item: SelectItem, relation: Relation | undefined): readonly SelectItem[] {
  if (item.kind !== 'star' || !relation) return [item]
  return [...relation.columns.keys()].map((name) => ({
    kind: 'field',
    field: { name, path: [] },
    cast: undefined,
    alias: undefined,
    aggregate: undefined,
  }))
}

export const hasRepresentation = (cache: SchemaCache, { columns }: Relation): boolean =>
  [...columns.values()].some(({ type }) => cache.representation(type)?.toJson !== undefined)

/** Plans the output of rows. Every statement needs its own, because it generates unique names. */
export function createOutputs() {
  let made = 0

  /** @param isHandingOn the values are passed to the level above and aggregated there. */
  return function planOutputs(
    select: readonly SelectItem[],
    scope: Scope,
    isHandingOn: boolean,
  ): { readonly outputs: readonly Output[]; readonly provides: readonly SpreadColumn[] } {
    const outputs: Output[] = []
    const provides: SpreadColumn[] = []
    for (const item of select) {
      if (item.kind === 'embed') continue
      const output = outputOf(item, scope)
      if (output.kind === 'star') {
        outputs.push(output)
        continue
      }
      const { name } = output
      const aggregate = aggregateOf(output)
      if (!isHandingOn || !aggregate) {
        outputs.push(output)
        provides.push({ column: name, name, aggregate: undefined })
        continue
      }
      made += 1
      const column = `pgrst_value_${made}`
      outputs.push(
        output.kind === 'field'
          ? { ...output, name: column, aggregate: undefined }
          : { kind: 'one', name: column },
      )
      provides.push({ column, name, aggregate })
    }
    return { outputs, provides }
  }
}

function aggregateOf(output: Output): SpreadColumn['aggregate'] {
  if (output.kind === 'field') return output.aggregate
  return output.kind === 'count' ? { name: 'count', cast: output.cast } : undefined
}

function outputOf(item: Exclude<SelectItem, { kind: 'embed' }>, scope: Scope): Output {
  if (item.kind === 'star') return { kind: 'star' }
  if (item.kind === 'count') return { kind: 'count', cast: item.cast, name: item.alias ?? 'count' }
  const { field, cast, alias, aggregate } = item
  const lastKey = field.path.findLast(({ isIndex }) => !isIndex)?.key
  return {
    kind: 'field',
    field: planField(field, scope.relation),
    cast,
    name: alias ?? aggregate?.name ?? lastKey ?? field.name,
    aggregate,
    toJson: aggregate === undefined ? representationOf(field, scope)?.toJson : undefined,
  }
}

import { isToOne } from '../schema/relationships.ts'
import type { SchemaCache } from '../schema/schema-cache.ts'
import { MAX_LOOKUPS } from './limits.ts'
import type { EmbedPlan, PlannedCondition } from './plan.ts'

/**
 * For each row, one row of a table is looked up by its key. The limit does not change the result,
 * but keeps Postgres from choosing a join that changes the order of stored rows, which is the
 * order of a response without `order`. Joins suit views, and embeds that filter rows, better.
 */
export function lookUp(
  embed: EmbedPlan,
  conditions: readonly PlannedCondition[],
  { cache, maxRows }: { readonly cache: SchemaCache; readonly maxRows: number },
): EmbedPlan {
  const { isInner, relationship, read } = embed
  const { schema, name } = relationship.foreign
  const isFilter = isInner && (read.conditions.length > 0 || read.embeds.some(isInnerEmbed))
  const isJoined =
    maxRows > MAX_LOOKUPS ||
    isFilter ||
    !isToOne(relationship) ||
    relationship.cardinality === 'computed' ||
    cache.relation(schema, name)?.isView !== false ||
    conditions.some((condition) => asksFor(condition, embed))
  return isJoined || read.limit !== undefined
    ? embed
    : { ...embed, read: { ...read, limit: maxRows } }
}

const isInnerEmbed = ({ isInner }: EmbedPlan): boolean => isInner

/** Whether a condition tests for the existence of an embed. */
function asksFor(condition: PlannedCondition, embed: EmbedPlan): boolean {
  if (condition.kind === 'filter') return false
  if (condition.kind === 'embed-is-null') return condition.embed === embed
  return condition.conditions.some((inner) => asksFor(inner, embed))
}

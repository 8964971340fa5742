import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { EmbedPlan, PlannedOrder, ReadPlan } from '../plan/plan.ts'
import { isToOne, type ColumnPairs } from '../schema/relationships.ts'
import { renderCondition, renderWhere, type RenderEmbedIsNull } from './condition-sql.ts'
import { renderField } from './field-sql.ts'
import { renderGroupBy, renderLists, renderOutputs } from './output-sql.ts'

/**
 * The query of a plan, with embedded resources as lateral joins.
 *
 * @param source replaces the relation: the rows that a write or a function returned.
 */
export function renderRead(plan: ReadPlan, source?: Sql): Sql {
  const { alias } = plan
  const columns = renderOutputs(plan)
  const list = columns.length === 0 ? emptySql : sql` ${joinSql(columns)}`
  const from = source ?? ident(plan.from.schema, plan.from.name)
  const joins = joinSql(plan.embeds.map(renderJoin), '')
  const where = renderWhere(plan.conditions.map((condition) => renderCondition(condition, alias)))
  return sql`select${list} from ${from} as ${ident(alias)}${joins}${where}${renderEnd(plan)}`
}

const renderEnd = (plan: ReadPlan): Sql =>
  sql`${renderGroupBy(plan)}${renderOrder(plan.order, plan.alias)}${renderLimit(plan)}`

/** The rows of a plan for counting, without the parts that do not change their number. */
export function renderUnlimited(plan: ReadPlan, source?: Sql): Sql {
  const from = source ?? ident(plan.from.schema, plan.from.name)
  return renderMatching(plan, sql`${from} as ${ident(plan.alias)}`, [])
}

function renderMatching(plan: ReadPlan, from: Sql, joins: readonly Sql[]): Sql {
  const exists = (embed: EmbedPlan) =>
    sql`exists (${renderMatching(embed.read, renderFrom(embed), renderJoinConditions(embed))})`
  const embedIsNull: RenderEmbedIsNull = ({ embed, isNegated }) =>
    isNegated ? exists(embed) : sql`not ${exists(embed)}`
  const conditions = [
    ...joins,
    ...plan.conditions.map((condition) => renderCondition(condition, plan.alias, embedIsNull)),
    ...plan.embeds.filter(({ isInner }) => isInner).map(exists),
  ]
  return sql`select from ${from}${renderWhere(conditions)}`
}

function renderJoin(embed: EmbedPlan): Sql {
  const { relationship, isInner } = embed
  const alias = ident(embed.alias)
  const join = isInner ? sql` join lateral` : sql` left join lateral`
  const query = renderEmbedded(embed)
  if (isToOne(relationship)) return sql`${join} (${query}) as ${alias} on true`
  const hasRows = isInner && embed.shape.kind !== 'lists'
  const on = hasRows ? sql`${ident(embed.alias, embed.alias)} is not null` : sql`true`
  return sql`${join} (${renderLists(embed, query)}) as ${alias} on ${on}`
}

function renderEmbedded(embed: EmbedPlan): Sql {
  const { read } = embed
  const outputs = renderOutputs(read)
  // An embedded row exists or not even if none of its columns are selected.
  const list = outputs.length === 0 ? sql`1` : joinSql(outputs)
  const conditions = [
    ...renderJoinConditions(embed),
    ...read.conditions.map((condition) => renderCondition(condition, read.alias)),
  ]
  const joins = joinSql(read.embeds.map(renderJoin), '')
  return sql`select ${list} from ${renderFrom(embed)}${joins}${renderWhere(conditions)}${renderEnd(read)}`
}

/**
 * The related relation, with the junction table between, or the function that returns rows for a
 * parent's row.
 */
function renderFrom(embed: EmbedPlan): Sql {
  const { relationship, parentAlias, parentRow, junctionAlias, read } = embed
  const alias = ident(read.alias)
  if (relationship.cardinality !== 'computed') {
    const from = sql`${ident(read.from.schema, read.from.name)} as ${alias}`
    if (relationship.cardinality !== 'many-to-many') return from
    const { junction } = relationship
    const on = joinSql(equal(relationship.target, junctionAlias, read.alias), ' and ')
    return sql`${from} join ${ident(junction.schema, junction.name)} as ${ident(junctionAlias)} on ${on}`
  }
  const { schema, name } = relationship.routine
  const row =
    parentRow.kind === 'own'
      ? sql`${ident(parentAlias)}.*`
      : sql`row(${joinSql(parentRow.columns.map((column) => ident(parentAlias, column)))})::${ident(parentRow.type.schema, parentRow.type.name)}`
  return sql`${ident(schema, name)}(${row}) as ${alias}`
}

function renderJoinConditions(embed: EmbedPlan): readonly Sql[] {
  const { relationship, parentAlias, junctionAlias, read } = embed
  if (relationship.cardinality === 'computed') return []
  return relationship.cardinality === 'many-to-many'
    ? equal(relationship.source, parentAlias, junctionAlias)
    : equal(relationship.columns, parentAlias, read.alias)
}

const equal = (pairs: ColumnPairs, near: string, far: string): Sql[] =>
  pairs.map(([left, right]) => sql`${ident(far, right)} = ${ident(near, left)}`)

function renderOrder(order: readonly PlannedOrder[], alias: string): Sql {
  if (order.length === 0) return emptySql
  return sql` order by ${joinSql(order.map((term) => renderOrderTerm(term, alias)))}`
}

function renderOrderTerm({ field, embed, direction, nulls }: PlannedOrder, alias: string): Sql {
  const value = embed ? renderRelatedValue(embed, field) : renderField(field, alias)
  const words = [direction, nulls && `nulls ${nulls}`].filter((word) => word !== undefined)
  return words.length === 0 ? value : sql`${value} ${rawSql(words.join(' '))}`
}

/** Sorts by the resource's selected columns, under their names there, or else by all columns. */
function renderRelatedValue(embed: EmbedPlan, field: PlannedOrder['field']): Sql {
  const { read, alias } = embed
  if (read.outputs.length > 0 || read.embeds.length > 0) return renderField(field, alias)
  const where = renderWhere(renderJoinConditions(embed))
  return sql`(select ${renderField(field, read.alias)} from ${renderFrom(embed)}${where})`
}

/**
 * The limit is a number that was parsed and is printed into the text: plans are made for it, and a
 * statement with a bound limit would be planned on each run. Offsets vary and are bound.
 */
export function renderLimit({ limit, offset }: Pick<ReadPlan, 'limit' | 'offset'>): Sql {
  const limited =
    limit === undefined || limit === Infinity ? emptySql : rawSql(` limit ${Math.trunc(limit)}`)
  return offset === 0 ? limited : sql`${limited} offset ${offset}::bigint`
}

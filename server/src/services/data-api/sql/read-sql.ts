import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { EmbedPlan, Output, PlannedOrder, ReadPlan } from '../plan/plan.ts'
import { isToOne, type ColumnPairs } from '../schema/relationships.ts'
import { renderCondition, renderWhere, type RenderEmbedIsNull } from './condition-sql.ts'
import { renderCast, renderField } from './field-sql.ts'

/**
 * The query of a plan, with what is embedded as lateral joins.
 *
 * @param source where rows come from instead of the relation: the rows a write or a function returned.
 */
export function renderRead(plan: ReadPlan, source?: Sql): Sql {
  const { alias, embeds } = plan
  const shown = embeds.filter(isShown)
  const columns = [
    ...plan.outputs.map((output) => renderOutput(output, alias)),
    ...shown.flatMap(renderEmbedOutput),
  ]
  const list = columns.length === 0 ? emptySql : sql` ${joinSql(columns)}`
  const from = source ?? ident(plan.from.schema, plan.from.name)
  const joins = joinSql(embeds.map(renderJoin), '')
  const where = renderWhere(plan.conditions.map((condition) => renderCondition(condition, alias)))
  return sql`select${list} from ${from} as ${ident(alias)}${joins}${where}${renderOrder(plan.order, alias)}${renderLimit(plan)}`
}

/** The rows of a plan, without what does not change their number; for counting. */
export function renderUnlimited(plan: ReadPlan, source?: Sql, join?: Sql): Sql {
  const from = source ?? ident(plan.from.schema, plan.from.name)
  const exists = (embed: EmbedPlan) =>
    sql`exists (${renderUnlimited(embed.read, undefined, renderJoinCondition(embed))})`
  const embedIsNull: RenderEmbedIsNull = ({ embed, isNegated }) =>
    isNegated ? exists(embed) : sql`not ${exists(embed)}`
  const conditions = [
    ...(join ? [join] : []),
    ...plan.conditions.map((condition) => renderCondition(condition, plan.alias, embedIsNull)),
    ...plan.embeds.filter(({ isInner }) => isInner).map(exists),
  ]
  return sql`select from ${from} as ${ident(plan.alias)}${renderWhere(conditions)}`
}

function renderOutput(output: Output, alias: string): Sql {
  if (output.kind === 'star') return sql`${ident(alias)}.*`
  const { field, cast, name } = output
  const value = renderField(field, alias)
  if (cast === undefined && field.path.length === 0 && name === field.name) return value
  return sql`${cast === undefined ? value : renderCast(value, cast)} as ${ident(name)}`
}

// An embed that selects nothing is there to filter by.
const isShown = ({ read }: EmbedPlan): boolean =>
  read.outputs.length > 0 || read.embeds.some(isShown)

function renderEmbedOutput(embed: EmbedPlan): readonly Sql[] {
  const { name, relationship, read, isSpread } = embed
  if (isSpread) return [sql`${ident(read.alias)}.*`]
  if (isToOne(relationship)) return [sql`row_to_json(${ident(read.alias)}.*) as ${ident(name)}`]
  return [sql`coalesce(${ident(read.alias, read.alias)}, '[]') as ${ident(name)}`]
}

function renderJoin(embed: EmbedPlan): Sql {
  const { relationship, read, isInner } = embed
  const alias = ident(read.alias)
  const join = isInner ? sql` join lateral` : sql` left join lateral`
  const query = renderEmbedded(embed)
  if (isToOne(relationship)) return sql`${join} (${query}) as ${alias} on true`
  const list = sql`select json_agg(${alias}.*) as ${alias} from (${query}) as ${alias}`
  const on = isInner ? sql`${ident(read.alias, read.alias)} is not null` : sql`true`
  return sql`${join} (${list}) as ${alias} on ${on}`
}

function renderEmbedded(embed: EmbedPlan): Sql {
  const { read } = embed
  const outputs = [
    ...read.outputs.map((output) => renderOutput(output, read.alias)),
    ...read.embeds.filter(isShown).flatMap(renderEmbedOutput),
  ]
  // A row is there or not, also where nothing of it is shown.
  const list = outputs.length === 0 ? sql`1` : joinSql(outputs)
  const conditions = [
    renderJoinCondition(embed),
    ...read.conditions.map((condition) => renderCondition(condition, read.alias)),
  ]
  const joins = joinSql(read.embeds.map(renderJoin), '')
  return sql`select ${list} from ${ident(read.from.schema, read.from.name)} as ${ident(read.alias)}${joins}${renderWhere(conditions)}${renderOrder(read.order, read.alias)}${renderLimit(read)}`
}

function renderJoinCondition({ relationship, parentAlias, junctionAlias, read }: EmbedPlan): Sql {
  if (relationship.cardinality !== 'many-to-many')
    return joinSql(equal(relationship.columns, parentAlias, read.alias), ' and ')
  const { junction, source, target } = relationship
  const conditions = [
    ...equal(source, parentAlias, junctionAlias),
    ...equal(target, junctionAlias, read.alias),
  ]
  return sql`exists (select from ${ident(junction.schema, junction.name)} as ${ident(junctionAlias)} where ${joinSql(conditions, ' and ')})`
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

// A query of its own, so that the column need not be among those selected.
function renderRelatedValue(embed: EmbedPlan, field: PlannedOrder['field']): Sql {
  const { read } = embed
  return sql`(select ${renderField(field, read.alias)} from ${ident(read.from.schema, read.from.name)} as ${ident(read.alias)} where ${renderJoinCondition(embed)})`
}

/**
 * The limit is part of the text, a number we have read and print: plans are made for it, and a
 * statement with a bound one would be planned anew each time. Offsets vary and are bound.
 */
export function renderLimit({ limit, offset }: Pick<ReadPlan, 'limit' | 'offset'>): Sql {
  const limited =
    limit === undefined || limit === Infinity ? emptySql : rawSql(` limit ${Math.trunc(limit)}`)
  return offset === 0 ? limited : sql`${limited} offset ${offset}::bigint`
}

import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { PlannedCondition } from '../plan/plan.ts'
import type { Comparison, Operation, TextSearch, Trilean } from '../request/filter.ts'
import { isToOne, type RelationName } from '../schema/relationships.ts'
import { renderField } from './field-sql.ts'

const COMPARISONS: Readonly<Record<Comparison, Sql>> = {
  eq: sql`=`,
  neq: sql`<>`,
  gt: sql`>`,
  gte: sql`>=`,
  lt: sql`<`,
  lte: sql`<=`,
  like: sql`like`,
  ilike: sql`ilike`,
  match: sql`~`,
  imatch: sql`~*`,
  cs: sql`@>`,
  cd: sql`<@`,
  ov: sql`&&`,
  sl: sql`<<`,
  sr: sql`>>`,
  nxl: sql`&>`,
  nxr: sql`&<`,
  adj: sql`-|-`,
  isdistinct: sql`is distinct from`,
}
const SEARCHES: Readonly<Record<TextSearch, Sql>> = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
}
const TRILEANS: Readonly<Record<Trilean, Sql>> = {
  null: sql`is null`,
  not_null: sql`is not null`,
  true: sql`is true`,
  false: sql`is false`,
  unknown: sql`is unknown`,
}

/**
 * The SQL test for an absent embedded resource: on the joined row in the query itself, on matching
 * rows in a count.
 */
export type RenderEmbedIsNull = (
  condition: Extract<PlannedCondition, { kind: 'embed-is-null' }>,
) => Sql

/**
 * A condition on the rows of a query. Values are bound without a type: Postgres infers the column's
 * type, so indexes can be used.
 */
export function renderCondition(
  condition: PlannedCondition,
  alias: string,
  embedIsNull: RenderEmbedIsNull = renderEmbedIsNull,
): Sql {
  if (condition.kind === 'filter') {
    const test = renderFilter(condition, renderField(condition.field, alias))
    return condition.isNegated ? sql`not (${test})` : test
  }
  if (condition.kind === 'embed-is-null') return embedIsNull(condition)
  const inner = condition.conditions.map((part) => renderCondition(part, alias, embedIsNull))
  const joined = sql`(${joinSql(inner, condition.kind === 'and' ? ' and ' : ' or ')})`
  return condition.isNegated ? sql`not ${joined}` : joined
}

export const renderWhere = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? rawSql('') : sql` where ${joinSql(conditions, ' and ')}`

const renderEmbedIsNull: RenderEmbedIsNull = ({ embed, isNegated }) => {
  const { alias } = embed
  // A list of rows is one value; a list of columns is a row that exists or not.
  const isOneRow = isToOne(embed.relationship) || embed.shape.kind === 'lists'
  const row = isOneRow ? ident(alias) : ident(alias, alias)
  return isNegated ? sql`${row} is distinct from null` : sql`${row} is not distinct from null`
}

type Filter = Extract<PlannedCondition, { kind: 'filter' }>

function renderFilter({ operation, fromText, field }: Filter, value: Sql): Sql {
  const represented = fromText && renderRepresented(value, operation, fromText)
  return represented ?? renderOperation(value, operation, field.isTsVector)
}

function renderOperation(field: Sql, operation: Operation, isTsVector: boolean): Sql {
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier } = operation
      // Clients write `*` for `%`, because `%` needs escaping in a URL.
      const isPattern = operator === 'like' || operator === 'ilike'
      const value = isPattern ? operation.value.replaceAll('*', '%') : operation.value
      if (quantifier === 'any') return sql`${field} ${COMPARISONS[operator]} any (${value})`
      if (quantifier === 'all') return sql`${field} ${COMPARISONS[operator]} all (${value})`
      return sql`${field} ${COMPARISONS[operator]} ${value}`
    }
    case 'in':
      return sql`${field} = any (${operation.values})`
    case 'is':
      return sql`${field} ${TRILEANS[operation.value]}`
    case 'search': {
      const { config, value } = operation
      const query = SEARCHES[operation.operator]
      if (config === undefined)
        return sql`${isTsVector ? field : sql`to_tsvector(${field})`} @@ ${query}(${value})`
      const vector = isTsVector ? field : sql`to_tsvector(${config}::regconfig, ${field})`
      return sql`${vector} @@ ${query}(${config}::regconfig, ${value})`
    }
  }
}

/**
 * Compares with texts converted by the column's domain. Patterns are not converted, because they
 * are not values of the domain.
 */
function renderRepresented(
  field: Sql,
  operation: Operation,
  fromText: RelationName,
): Sql | undefined {
  const read = ident(fromText.schema, fromText.name)
  const each = (list: Sql) => sql`array(select ${read}("_") from unnest(${list}::text[]) as "_")`
  if (operation.kind === 'in') return sql`${field} = any (${each(sql`${operation.values}`)})`
  if (operation.kind !== 'compare' || PATTERNS.has(operation.operator)) return undefined
  const { operator, quantifier, value } = operation
  const compared =
    quantifier === undefined
      ? sql`${read}(${value}::text)`
      : sql`${rawSql(quantifier)} (${each(sql`${value}`)})`
  return sql`${field} ${COMPARISONS[operator]} ${compared}`
}

const PATTERNS: ReadonlySet<Comparison> = new Set(['like', 'ilike', 'match', 'imatch'])

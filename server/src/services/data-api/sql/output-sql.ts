import { ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { EmbedPlan, Output, ReadPlan } from '../plan/plan.ts'
import type { Aggregate } from '../request/select.ts'
import { isToOne } from '../schema/relationships.ts'
import { renderCast, renderField } from './field-sql.ts'

/** What a query selects: its own columns, then what its embeds show. */
export function renderOutputs(plan: ReadPlan): readonly Sql[] {
  return [
    ...plan.outputs.map((output) => renderOutput(output, plan.alias)),
    ...plan.embeds.filter(isShown).flatMap((embed) => renderEmbedOutput(embed, plan.isGrouped)),
  ]
}

/** Rows that agree in all but the aggregates become one. By position, as values of paths are bound anew where they are repeated. */
export function renderGroupBy(plan: ReadPlan): Sql {
  if (!plan.isGrouped) return rawSql('')
  const isAggregate = [
    ...plan.outputs.map((output) => output.kind === 'count' || hasAggregate(output)),
    ...plan.embeds
      .filter(isShown)
      .flatMap(({ shape }) =>
        shape.kind === 'columns' || shape.kind === 'lists'
          ? shape.columns.map(({ aggregate }) => aggregate !== undefined)
          : [false],
      ),
  ]
  const positions = isAggregate.flatMap((isOne, index) => (isOne ? [] : [`${index + 1}`]))
  return rawSql(positions.length === 0 ? '' : ` group by ${positions.join(', ')}`)
}

const hasAggregate = (output: Output) => output.kind === 'field' && output.aggregate !== undefined

function renderOutput(output: Output, alias: string): Sql {
  switch (output.kind) {
    case 'star':
      return sql`${ident(alias)}.*`
    case 'count': {
      const count = sql`count(*)`
      const value = output.cast === undefined ? count : renderCast(count, output.cast)
      return sql`${value} as ${ident(output.name)}`
    }
    case 'one':
      return sql`1 as ${ident(output.name)}`
    case 'field': {
      const { field, cast, name, aggregate, toJson } = output
      const plain = renderField(field, alias)
      const value = cast === undefined ? plain : renderCast(plain, cast)
      if (aggregate) return sql`${renderAggregate(aggregate, value)} as ${ident(name)}`
      if (toJson) return sql`${ident(toJson.schema, toJson.name)}(${value}) as ${ident(name)}`
      if (cast === undefined && field.path.length === 0 && name === field.name) return value
      return sql`${value} as ${ident(name)}`
    }
  }
}

function renderAggregate({ name, cast }: Aggregate, value: Sql): Sql {
  const aggregated = sql`${rawSql(name)}(${value})`
  return cast === undefined ? aggregated : renderCast(aggregated, cast)
}

// An embed that selects nothing is there to filter by.
const isShown = ({ read }: EmbedPlan): boolean =>
  read.outputs.length > 0 || read.embeds.some(isShown)

/** @param isGrouped by what is shown too, which json has no equality for. */
function renderEmbedOutput(embed: EmbedPlan, isGrouped: boolean): readonly Sql[] {
  const { name, relationship, read, shape } = embed
  const toJsonb = rawSql(isGrouped ? '::jsonb' : '')
  switch (shape.kind) {
    case 'spread':
      return [sql`${ident(read.alias)}.*`]
    case 'columns':
      return shape.columns.map(({ column, name: key, aggregate }) => {
        const value = ident(read.alias, column)
        if (aggregate) return sql`${renderAggregate(aggregate, value)} as ${ident(key)}`
        return key === column ? value : sql`${value} as ${ident(key)}`
      })
    case 'lists':
      return shape.columns.map(
        ({ column, name: key }) =>
          sql`coalesce(${ident(read.alias, column)}${toJsonb}, '[]') as ${ident(key)}`,
      )
    case 'nested':
      return isToOne(relationship)
        ? [sql`row_to_json(${ident(read.alias)}.*)${toJsonb} as ${ident(name)}`]
        : [sql`coalesce(${ident(read.alias, read.alias)}${toJsonb}, '[]') as ${ident(name)}`]
  }
}

/** The columns of an embed's rows, each as a list; no row where there are none. */
export function renderLists(embed: EmbedPlan, query: Sql): Sql {
  const alias = ident(embed.read.alias)
  const { shape } = embed
  const lists =
    shape.kind === 'lists'
      ? shape.columns.map(
          ({ column }) => sql`json_agg(${ident(embed.read.alias, column)}) as ${ident(column)}`,
        )
      : [sql`json_agg(${alias}.*) as ${alias}`]
  const having = rawSql(shape.kind === 'lists' ? ' having count(*) > 0' : '')
  return sql`select ${lists.length === 0 ? sql`1` : joinSql(lists)} from (${query}) as ${alias}${having}`
}

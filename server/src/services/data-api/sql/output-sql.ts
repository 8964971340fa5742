import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { EmbedPlan, Output, ReadPlan } from '../plan/plan.ts'
import type { Aggregate } from '../request/select.ts'
import { isToOne } from '../schema/relationships.ts'
import { renderCast, renderField } from './field-sql.ts'

/** The columns that a query selects: its own, then those of its embeds. */
export function renderOutputs(plan: ReadPlan): readonly Sql[] {
  return [
    ...plan.outputs.map((output) => renderOutput(output, plan.alias)),
    ...plan.embeds.filter(isShown).flatMap((embed) => renderEmbedOutput(embed, needsJsonb(plan))),
  ]
}

const needsJsonb = ({ isGrouped, isText, isCompared }: ReadPlan): boolean =>
  isGrouped || isText === true || isCompared === true

/**
 * Rows that are equal in everything except aggregates become one. Groups by position, because
 * values of paths would be bound twice; groups by the column itself if it is shown as another
 * expression, so that sorting by it and domains shown as JSON work.
 */
export function renderGroupBy(plan: ReadPlan): Sql {
  if (!plan.isGrouped) return emptySql
  const shown: readonly { readonly isAggregate: boolean; readonly column?: string | undefined }[] =
    [
      ...plan.outputs.map((output) => ({
        isAggregate: hasAggregate(output),
        column: ownColumn(output),
      })),
      ...plan.embeds
        .filter(isShown)
        .flatMap(({ shape }) =>
          shape.kind === 'columns' || shape.kind === 'lists'
            ? shape.columns.map(({ aggregate }) => ({ isAggregate: aggregate !== undefined }))
            : [{ isAggregate: false }],
        ),
    ]
  const terms = shown.flatMap(({ isAggregate, column }, index) => {
    if (isAggregate) return []
    return [column === undefined ? rawSql(`${index + 1}`) : ident(plan.alias, column)]
  })
  return terms.length === 0 ? emptySql : sql` group by ${joinSql(terms)}`
}

const hasAggregate = (output: Output) =>
  output.kind === 'count' || (output.kind === 'field' && output.aggregate !== undefined)

/** The column that an output shows as another expression under its own name. */
function ownColumn(output: Output): string | undefined {
  if (output.kind !== 'field') return undefined
  const { field, name, cast, toJson } = output
  const isOther = cast !== undefined || toJson !== undefined
  return isOther && field.path.length === 0 && field.name === name ? name : undefined
}

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
      const shown = toJson ? sql`${ident(toJson.schema, toJson.name)}(${plain})` : plain
      const value = cast === undefined ? shown : renderCast(shown, cast)
      if (aggregate) return sql`${renderAggregate(aggregate, value)} as ${ident(name)}`
      if (value === plain && field.path.length === 0 && name === field.name) return value
      return sql`${value} as ${ident(name)}`
    }
  }
}

function renderAggregate({ name, cast }: Aggregate, value: Sql): Sql {
  const aggregated = sql`${rawSql(name)}(${value})`
  return cast === undefined ? aggregated : renderCast(aggregated, cast)
}

// An embed that selects nothing only serves to filter.
const isShown = ({ read }: EmbedPlan): boolean =>
  read.outputs.length > 0 || read.embeds.some(isShown)

/**
 * @param isJsonb uses jsonb, because rows are grouped by the value and json has no equality, or
 * because it is shown as text.
 */
function renderEmbedOutput(embed: EmbedPlan, isJsonb: boolean): readonly Sql[] {
  const { name, relationship, alias, shape } = embed
  const toJsonb = rawSql(isJsonb ? '::jsonb' : '')
  switch (shape.kind) {
    case 'spread':
      return [sql`${ident(alias)}.*`]
    case 'columns':
      return shape.columns.map(({ column, name: key, aggregate }) => {
        const value = ident(alias, column)
        if (aggregate) return sql`${renderAggregate(aggregate, value)} as ${ident(key)}`
        return key === column ? value : sql`${value} as ${ident(key)}`
      })
    case 'lists':
      return shape.columns.map(
        ({ column, name: key }) =>
          sql`coalesce(${ident(alias, column)}${toJsonb}, '[]') as ${ident(key)}`,
      )
    case 'nested':
      return isToOne(relationship)
        ? [sql`row_to_json(${ident(alias)}.*)${toJsonb} as ${ident(name)}`]
        : [sql`coalesce(${ident(alias, alias)}${toJsonb}, '[]') as ${ident(name)}`]
  }
}

/** The columns of an embed's rows, each as a list; no row if there are none. */
export function renderLists(embed: EmbedPlan, query: Sql): Sql {
  const { shape, alias } = embed
  const lists =
    shape.kind === 'lists'
      ? shape.columns.map(
          ({ column }) => sql`json_agg(${ident(alias, column)}) as ${ident(column)}`,
        )
      : [sql`json_agg(${ident(alias)}.*) as ${ident(alias)}`]
  const having = rawSql(shape.kind === 'lists' ? ' having count(*) > 0' : '')
  return sql`select ${lists.length === 0 ? sql`1` : joinSql(lists)} from (${query}) as ${ident(alias)}${having}`
}

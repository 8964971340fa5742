import type { CustomType, DatabaseView } from '@stoa/contract/services/meta/objects'
import { emptySql, ident, rawSql, sql, statementText } from '../../../postgres/sql.ts'

type ViewParts = Pick<DatabaseView, 'schema' | 'name' | 'query' | 'options' | 'is_materialized'>

/** The statement that creates a view. A view that is not materialized is replaced. */
export function createViewSql(view: ViewParts): string | null {
  if (view.query === null) return null
  const verb = view.is_materialized ? sql`create materialized view` : sql`create or replace view`
  const options = view.options === null ? emptySql : sql` with (${rawSql(view.options)})`
  return statementText(
    sql`${verb} ${ident(view.schema, view.name)}${options} as\n${rawSql(view.query)}`,
  )
}

type TypeParts = Pick<CustomType, 'schema' | 'name' | 'kind' | 'definition'>

/** The statement that creates a domain, composite type or range type. */
export const createTypeSql = ({ schema, name, kind, definition }: TypeParts): string =>
  statementText(
    sql`create ${kind === 'domain' ? sql`domain` : sql`type`} ${ident(schema, name)} as ${rawSql(definition)};`,
  )

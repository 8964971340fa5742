import { ident, sql, type Sql } from '../../../postgres/sql.ts'
import type { Table } from '../model/model.ts'

/** The place of a record's columns inside a statement. */
export type Source = {
  column(name: string): Sql
  /** The whole row, of its table's type. */
  row(): Sql
}

export const tableSql = ({ schema, name }: Table): Sql => ident(schema, name)

/** A table, or a function's rows, under an alias. */
export const aliasSource = (alias: string): Source => ({
  column: (name) => ident(alias, name),
  // The bare alias could also be the name of a column.
  row: () => sql`${ident(alias)}.*`,
})

/** Rows that are values of a single column. */
export const wholeSource = (alias: string, column: string): Source => ({
  column: (name) => sql`(${ident(alias, column)}).${ident(name)}`,
  row: () => ident(alias, column),
})

const ROW = '~row'

/**
 * The `returning` list of a data-modifying statement. It names only the selected columns, because
 * the role may not be allowed to read the others.
 */
export function returningSource(target: string, alias: string) {
  const used = new Map<string, Sql>()
  const take = (name: string, value: Sql) => {
    used.set(name, sql`${value} as ${ident(name)}`)
    return ident(alias, name)
  }
  const source: Source = {
    column: (name) => take(name, ident(target, name)),
    row: () => take(ROW, ident(target)),
  }
  return { source, returning: (): readonly Sql[] => [...used.values()] }
}

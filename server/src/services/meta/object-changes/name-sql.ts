import { ident, literal, type Sql } from '../../../postgres/sql.ts'
import { checkName, checkText } from '../ddl/names.ts'

type InSchema = { readonly schema: string; readonly name: string }
type OnTable = { readonly schema: string; readonly table: string; readonly name: string }

/** A name in quotes. 400 `invalid_name` for one that Postgres could not keep unchanged. */
export const nameSql = (name: string): Sql => ident(checkName(name))

/** A name with its schema, both in quotes. */
export const qualifiedSql = ({ schema, name }: InSchema): Sql =>
  ident(checkName(schema), checkName(name))

/** The table of an object that belongs to one. */
export const tableSql = ({ schema, table }: OnTable): Sql => qualifiedSql({ schema, name: table })

/** A text in quotes. 400 `invalid_text` for one that Postgres cannot store as it is. */
export const textSql = (text: string): Sql => literal(checkText(text))

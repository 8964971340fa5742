import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { checkName } from '../ddl/names.ts'
import { LIST_PARAMETERS } from '../objects/parameters.ts'
import { nameSql, textSql } from './name-sql.ts'

type ParameterChange = Extract<ObjectChange, { kind: 'set_parameter' }>

/** Sets or resets a parameter for new sessions. */
export async function setParameter(tx: Session, change: ParameterChange): Promise<Sql> {
  const { name, role, value } = change
  const target = role === null ? await databaseSql(tx) : sql`role ${nameSql(role)}`
  // An extension's parameter has a dot, around which both parts are names.
  const parameter = ident(...name.split('.').map(checkName))
  if (value === null) return sql`alter ${target} reset ${parameter}`
  return sql`alter ${target} set ${parameter} = ${isList(name) ? listSql(value) : textSql(value)}`
}

const isList = (name: string) => LIST_PARAMETERS.includes(name.toLowerCase())

/** Names that are split at commas, each a text of its own, without the quotes around it. */
const listSql = (value: string): Sql =>
  joinSql(
    value
      .split(',')
      .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
      .filter((part) => part !== '')
      .map(textSql),
  )

async function databaseSql(tx: Session): Promise<Sql> {
  const { name } = await tx.one(
    sql`select current_database()::text as name`,
    z.object({ name: z.string() }),
  )
  return sql`database ${nameSql(name)}`
}

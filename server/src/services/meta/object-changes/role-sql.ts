import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { nameSql } from './name-sql.ts'

type ChangeOf<Kind extends ObjectChange['kind']> = Extract<ObjectChange, { kind: Kind }>
type Attributes = ChangeOf<'create_role' | 'alter_role'>

/** `password` replaces the password in the statement. */
export const createRole = (role: ChangeOf<'create_role'>, password: Sql): Sql =>
  sql`create role ${nameSql(role.name)}${withOptions(role, password)}`

/** Nothing if nothing changes. */
export function alterRole(role: ChangeOf<'alter_role'>, password: Sql): Sql[] {
  const options = optionsOf(role, password)
  return options.length === 0
    ? []
    : [sql`alter role ${nameSql(role.name)}${withOptions(role, password)}`]
}

function withOptions(role: Attributes, password: Sql): Sql {
  const options = optionsOf(role, password)
  return options.length === 0 ? sql`` : sql` with ${joinSql(options, ' ')}`
}

const optionsOf = (role: Attributes, password: Sql): Sql[] => [
  ...option(role.can_login, sql`login`, sql`nologin`),
  ...option(role.can_create_db, sql`createdb`, sql`nocreatedb`),
  ...option(role.can_create_role, sql`createrole`, sql`nocreaterole`),
  ...option(role.can_bypass_rls, sql`bypassrls`, sql`nobypassrls`),
  ...(role.password === undefined ? [] : [sql`password ${password}`]),
]

function option(isOn: boolean | undefined, on: Sql, off: Sql): Sql[] {
  if (isOn === undefined) return []
  return [isOn ? on : off]
}

export function dropRole({ name, transfers_objects }: ChangeOf<'drop_role'>): Sql[] {
  const role = nameSql(name)
  const transfer = [
    sql`grant ${role} to current_user`,
    sql`reassign owned by ${role} to current_user`,
    sql`drop owned by ${role}`,
  ]
  return [...(transfers_objects ? transfer : []), sql`drop role ${role}`]
}

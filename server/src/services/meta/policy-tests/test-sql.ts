import {
  MAX_COUNTED_ROWS,
  MAX_TESTED_ROWS,
  type PolicyTest,
} from '@stoa/contract/services/meta/policy-tests'
import { ident, joinSql, rawSql, sql, statementText, type Sql } from '../../../postgres/sql.ts'
import { textSql } from '../object-changes/name-sql.ts'
import { decidingPolicies, expressionOf, type ProtectedTable } from './deciding-policies.ts'

const BEGIN = sql`begin`
const ROLLBACK = sql`rollback`

/**
 * The statements that evaluate the policies on rows of a table as an API request of the role and
 * user does, and count the rows that it reads. They change nothing. The rows are read through a view
 * of the owner, which hides none of them; whatever the policies themselves read is read as the role.
 */
export function testStatements(table: ProtectedTable, test: PolicyTest): string[] {
  const { role, operation } = test
  const isInsert = operation === 'INSERT'
  return [
    BEGIN,
    ...(isInsert ? [] : viewSql(table, role)),
    sql`select set_config('request.jwt.claims', ${claimsSql(test)}, true)`,
    sql`set local role ${ident(role)}`,
    operation === 'SELECT' ? countSql(table) : privilegeSql(table, test),
    verdictsSql(table, test),
    ROLLBACK,
  ].map((statement) => statementText(statement))
}

const nameOf = ({ schema, name }: ProtectedTable): Sql => ident(schema, name)

function viewSql(table: ProtectedTable, role: string): Sql[] {
  const view = ident(table.name)
  return [
    sql`create temporary view ${view} as select * from ${nameOf(table)}`,
    sql`grant select on pg_temp.${view} to ${ident(role)}`,
  ]
}

/** The claims of the user's access token. For a deleted user, only the ID and the role. */
function claimsSql({ role, user }: PolicyTest): Sql {
  if (user === null) return textSql(JSON.stringify({ role }))
  const claims = { role, sub: user, aud: 'authenticated', aal: 'aal1' }
  return sql`(${textSql(JSON.stringify(claims))}::jsonb || coalesce((
  select jsonb_build_object('email', coalesce(email, ''), 'phone', coalesce(phone, ''),
    'app_metadata', raw_app_meta_data, 'user_metadata', raw_user_meta_data,
    'is_anonymous', is_anonymous)
  from auth.users where id = ${textSql(user)}), '{}'))::text`
}

const countSql = (table: ProtectedTable): Sql =>
  sql`select count(*) from (select from ${nameOf(table)} limit ${rawSql(String(MAX_COUNTED_ROWS + 1))}) as readable`

function privilegeSql(table: ProtectedTable, { role, operation }: PolicyTest): Sql {
  const has = operation === 'DELETE' ? sql`has_table_privilege` : sql`has_any_column_privilege`
  const name = textSql(statementText(nameOf(table)))
  return sql`select ${has}(${textSql(role)}, ${name}, ${textSql(operation)})`
}

/** The columns are the verdict of each deciding policy and then those of the table. */
function verdictsSql(table: ProtectedTable, test: PolicyTest): Sql {
  const alias = ident(table.name)
  const verdicts = decidingPolicies(table, test).map(
    (each) => sql`(${rawSql(expressionOf(each, test.operation))}) is true`,
  )
  const rows =
    test.operation === 'INSERT'
      ? sql`jsonb_populate_record(null::${nameOf(table)}, ${textSql(test.row ?? '{}')}) as ${alias}`
      : sql`pg_temp.${alias} as ${alias} limit ${rawSql(String(MAX_TESTED_ROWS))}`
  return sql`select\n  ${joinSql([...verdicts, sql`${alias}.*`], ',\n  ')}\nfrom ${rows}`
}

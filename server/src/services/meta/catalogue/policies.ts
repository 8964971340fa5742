import { Policy } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'
import { commentOn } from './sql-parts.ts'

const TablePolicy = Policy.extend({ table_id: z.int() })

/** The names of a policy's roles in order; `policy` is the alias of a row of `pg_policy`. */
export const policyRoles = (policy: Sql): Sql => sql`
  case when ${policy}.polroles = '{0}' then array['public'] else array(
    select r.rolname::text from pg_roles r where r.oid = any (${policy}.polroles) order by r.rolname
  ) end`

/** A table's row level security policies by name; `public` means all roles. */
export async function readPolicies(tx: Session, id: number): Promise<Policy[]> {
  return (await readPoliciesOf(tx, [id])).get(id) ?? []
}

/** Same as above for several tables, by the table's oid. Tables without policies have no entry. */
export async function readPoliciesOf(
  tx: Session,
  ids: readonly number[],
): Promise<Map<number, Policy[]>> {
  const rows = await tx.many(
    sql`
      select
        p.polrelid as table_id,
        p.polname::text as name,
        case p.polcmd
          when '*' then 'ALL'
          when 'r' then 'SELECT'
          when 'a' then 'INSERT'
          when 'w' then 'UPDATE'
          when 'd' then 'DELETE'
        end as command,
        p.polpermissive as is_permissive,
        ${policyRoles(sql`p`)} as roles,
        pg_get_expr(p.polqual, p.polrelid) as using,
        pg_get_expr(p.polwithcheck, p.polrelid) as check,
        ${commentOn(sql`'pg_policy'`, sql`p.oid`)}
      from pg_policy p
      where p.polrelid = any (${ids.map(String)}::oid[])
      order by p.polname`,
    TablePolicy,
  )
  const policies = new Map<number, Policy[]>()
  for (const { table_id, ...policy } of rows) {
    const ofTable = policies.get(table_id) ?? []
    ofTable.push(policy)
    policies.set(table_id, ofTable)
  }
  return policies
}

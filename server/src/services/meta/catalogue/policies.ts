import { Policy } from '@stoa/contract/services/meta/catalogue'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

/** A table's row level security policies by name; `public` means all roles. */
export const readPolicies = (tx: Session, id: number): Promise<Policy[]> =>
  tx.many(
    sql`
      select
        p.polname::text as name,
        case p.polcmd
          when '*' then 'ALL'
          when 'r' then 'SELECT'
          when 'a' then 'INSERT'
          when 'w' then 'UPDATE'
          when 'd' then 'DELETE'
        end as command,
        p.polpermissive as is_permissive,
        case when p.polroles = '{0}' then array['public'] else array(
          select r.rolname::text from pg_roles r where r.oid = any (p.polroles) order by r.rolname
        ) end as roles,
        pg_get_expr(p.polqual, p.polrelid) as using,
        pg_get_expr(p.polwithcheck, p.polrelid) as check
      from pg_policy p
      where p.polrelid = ${String(id)}::oid
      order by p.polname`,
    Policy,
  )

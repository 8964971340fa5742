import { TablePolicies } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { readPoliciesOf } from '../../catalogue/policies.ts'
import { readPage } from './page.ts'
import { isFound, isInSchema, lockedBy, pageSql, type PageRequest } from './sql-parts.ts'

const ListedTable = TablePolicies.omit({ policies: true })

/** The tables of a schema with row level security and policies, by name. */
export async function readTablePolicies(
  tx: Session,
  wanted: PageRequest & { readonly schema: string },
) {
  const found = sql`
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    where ${isInSchema(wanted.schema)}
      and c.relkind in ('r', 'p')
      and (
        ${isFound(sql`c.relname`, wanted)}
        or exists (
          select from pg_policy p
          where p.polrelid = c.oid and ${isFound(sql`p.polname`, wanted)}
        )
      )`
  const { items, total } = await readPage(
    tx,
    {
      found,
      items: sql`
        select
          c.oid as id,
          n.nspname::text as schema,
          c.relname::text as name,
          ${lockedBy({ catalogue: sql`'pg_class'`, id: sql`c.oid`, owner: sql`c.relowner` })} as locked_by,
          c.relrowsecurity as rls_enabled,
          c.relforcerowsecurity as rls_forced
        ${found}
        order by c.relname
        ${pageSql(wanted)}`,
    },
    ListedTable,
  )
  const policies = await readPoliciesOf(
    tx,
    items.map(({ id }) => id),
  )
  return { items: items.map((item) => ({ ...item, policies: policies.get(item.id) ?? [] })), total }
}

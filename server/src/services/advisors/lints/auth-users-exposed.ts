import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import {
  hasInvokerRights,
  isExposedRelation,
  isReadableByClients,
  readersSql,
} from '../catalog-sql.ts'
import { revokeSelect } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const authUsersExposed = defineLint({
  name: 'auth_users_exposed',
  title: 'User accounts readable through a view',
  category: 'security',
  level: 'ERROR',
  description: 'A view that the Data API serves reads auth.users with the rights of its owner.',
  why: 'Anyone with a public key can read the email addresses and other data of all accounts through the view.',
  remedy: [
    'Revoke SELECT on the view from anon and authenticated.',
    'Store the columns that clients need in a table of your own, with row level security.',
  ],
  facts: z.object({ readers: z.array(z.string()) }),
  find: (scope) => sql`
    with recursive reading (oid) as (
      select rule.ev_class
      from pg_class as users
      join pg_namespace as home on home.oid = users.relnamespace
      join pg_depend as d
        on d.refclassid = 'pg_class'::regclass and d.refobjid = users.oid
        and d.classid = 'pg_rewrite'::regclass
      join pg_rewrite as rule on rule.oid = d.objid
      where home.nspname = 'auth' and users.relname = 'users'
      union
      select rule.ev_class
      from reading
      join pg_depend as d
        on d.refclassid = 'pg_class'::regclass and d.refobjid = reading.oid
        and d.classid = 'pg_rewrite'::regclass
      join pg_rewrite as rule on rule.oid = d.objid
    )
    select case c.relkind when 'm' then 'materialized_view' else 'view' end as kind,
      n.nspname::text as schema, c.relname::text as name, null::text as "table",
      c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('readers', ${readersSql}) as facts
    from reading
    join pg_class as c on c.oid = reading.oid
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('v', 'm') and ${isExposedRelation(scope)}
      and (c.relkind = 'm' or not ${hasInvokerRights}) and ${isReadableByClients}`,
  detail: (row) => `Clients of the Data API can read auth.users through ${displayName(row)}.`,
  fix: (row, { readers }) => revokeSelect(row, readers),
})

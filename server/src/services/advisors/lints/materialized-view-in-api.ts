import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isExposedRelation, isReadableByClients, readersSql } from '../catalog-sql.ts'
import { revokeSelect } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const materializedViewInApi = defineLint({
  name: 'materialized_view_in_api',
  title: 'Materialized view readable by clients',
  category: 'security',
  level: 'WARN',
  description: 'The Data API serves a materialized view.',
  why: 'Row level security does not apply to materialized views: every client reads all of its rows.',
  remedy: [
    'Revoke SELECT on the materialized view from anon and authenticated.',
    'If everyone can see its rows, ignore the finding.',
  ],
  facts: z.object({ readers: z.array(z.string()) }),
  find: (scope) => sql`
    select 'materialized_view' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('readers', ${readersSql}) as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'm' and ${isExposedRelation(scope)} and ${isReadableByClients}`,
  detail: (row) => `Clients can read all rows of the materialized view ${displayName(row)}.`,
  fix: (row, { readers }) => revokeSelect(row, readers),
})

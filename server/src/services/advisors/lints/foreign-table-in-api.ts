import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isExposedRelation, isReadableByClients, readersSql } from '../catalog-sql.ts'
import { revokeSelect } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const foreignTableInApi = defineLint({
  name: 'foreign_table_in_api',
  title: 'Foreign table readable by clients',
  category: 'security',
  level: 'WARN',
  description: 'The Data API serves a foreign table.',
  why: 'Row level security does not apply to foreign tables: every client reads all rows of the other server’s table.',
  remedy: [
    'Revoke SELECT on the foreign table from anon and authenticated.',
    'Or move it to a schema that the Data API does not serve, and read it through a function that checks the caller.',
  ],
  facts: z.object({ readers: z.array(z.string()) }),
  find: (scope) => sql`
    select 'foreign_table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('readers', ${readersSql}) as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind = 'f' and ${isExposedRelation(scope)} and ${isReadableByClients}`,
  detail: (row) => `Clients can read all rows of the foreign table ${displayName(row)}.`,
  fix: (row, { readers }) => revokeSelect(row, readers),
})

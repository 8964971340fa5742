import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const unsupportedRegTypes = defineLint({
  name: 'unsupported_reg_types',
  title: 'Column type prevents upgrades',
  category: 'security',
  level: 'WARN',
  description: 'A column has a type that stores the internal number of a database object.',
  why: 'Postgres refuses to upgrade to the next major version while such columns exist, because these numbers change.',
  remedy: ['Change the type of the column to text, and store the name of the object.'],
  facts: z.object({ columns: z.array(z.string()) }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('columns', jsonb_agg(a.attname order by a.attnum)) as facts
    from pg_attribute as a
    join pg_type as t on t.oid = a.atttypid
    join pg_type as e on e.oid = coalesce(nullif(t.typelem, 0), t.oid)
    join pg_class as c on c.oid = a.attrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'm')
      and e.typnamespace = 'pg_catalog'::regnamespace
      and e.typname in (
        'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator',
        'regproc', 'regprocedure'
      )
      and ${isOwnRelation(scope)}
    group by n.nspname, c.relname, c.oid`,
  detail: (row, { columns }) =>
    `The type of these columns of ${displayName(row)} prevents upgrades: ${columns.join(', ')}.`,
})

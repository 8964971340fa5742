import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const tableBloat = defineLint({
  name: 'table_bloat',
  title: 'Table with much unused space',
  category: 'performance',
  level: 'INFO',
  description: 'Most of a table’s disk space is left over from deleted and changed rows.',
  why: 'Scans read the unused pages too, and they take space on disk and in the cache.',
  remedy: [
    'Run VACUUM FULL on the table while nobody uses it: it blocks reads and writes.',
    'If the space is used again soon, ignore the finding.',
  ],
  facts: z.object({ bytes: z.number(), needed: z.number() }),
  // The size that the rows need follows from their number and the average width of each column.
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object(
        'bytes', size.pages * 8192::float8, 'needed', size.needed * 8192::float8) as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral (
      select sum((1 - s.null_frac) * s.avg_width) as width, count(*) as columns
      from pg_stats as s
      where s.schemaname = n.nspname and s.tablename = c.relname and not s.inherited
    ) as row
    cross join lateral (
      select c.relpages::float8 as pages,
        ceil(c.reltuples * (row.width + 36) / 8000.0
          / coalesce((
            select o.option_value::float8 / 100 from pg_options_to_table(c.reloptions) as o
            where o.option_name = 'fillfactor'
          ), 1)) as needed
    ) as size
    where c.relkind in ('r', 'm') and c.reltuples >= 0 and row.columns > 0
      and size.pages >= 1280 and size.needed < size.pages * 0.5 and ${isOwnRelation(scope)}`,
  detail: (row, { bytes, needed }) =>
    `${displayName(row)} takes ${megabytes(bytes)} MB, but its rows need about ${megabytes(needed)} MB.`,
})

const megabytes = (bytes: number): number => Math.max(1, Math.round(bytes / 1024 / 1024))

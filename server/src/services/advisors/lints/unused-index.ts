import { z } from 'zod'
import { ident, rawSql, sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint } from '../lint.ts'
import { briefLock } from '../locks.ts'

export const unusedIndex = defineLint({
  name: 'unused_index',
  title: 'Unused index',
  category: 'performance',
  level: 'INFO',
  description: 'No query has used an index since the statistics were reset.',
  why: 'Every write to the table maintains the index, and it takes disk space and memory.',
  remedy: [
    'Check that the statistics cover a typical period, including monthly jobs.',
    'Delete the index. Indexes of constraints and foreign keys are not listed.',
  ],
  facts: z.object({ definition: z.string(), pages: z.number() }),
  // A small index costs next to nothing, and Postgres rightly does not use it.
  find: (scope) => sql`
    select 'index' as kind, n.nspname::text as schema, x.relname::text as name,
      c.relname::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('definition', pg_get_indexdef(x.oid), 'pages', x.relpages) as facts
    from pg_index as i
    join pg_class as x on x.oid = i.indexrelid
    join pg_class as c on c.oid = i.indrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'm') and not x.relispartition and i.indisvalid and not i.indisunique
      and not i.indisexclusion and x.relpages > 8
      and coalesce(pg_stat_get_numscans(x.oid), 0) = 0
      and ${isOwnRelation(scope)}
      and not exists (
        select from pg_constraint as k
        where k.conrelid = c.oid and k.contype = 'f'
          and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`,
  detail: ({ schema, name, table }, { pages }) =>
    `The index ${name} of ${schema}.${table} (${Math.round((pages * 8) / 1024) || '< 1'} MB) has not been used.`,
  fix: ({ schema, name, table }, { definition }) => ({
    title: `Delete the index ${name}`,
    statements: [sql`drop index ${ident(schema ?? '', name)}`],
    undo: [rawSql(definition)],
    locks: [briefLock(`${schema}.${table}`)],
    effect: 'Queries that need the index later are slower until you create it again.',
  }),
})

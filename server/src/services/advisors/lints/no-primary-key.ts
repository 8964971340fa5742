import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName, NoFacts } from '../lint.ts'

export const noPrimaryKey = defineLint({
  name: 'no_primary_key',
  title: 'Table without a primary key',
  category: 'performance',
  level: 'INFO',
  description: 'A table has no primary key.',
  why: 'Without one, rows cannot be identified: the table editor, Realtime, and upserts need a key, and duplicates go unnoticed.',
  remedy: [
    'Add a primary key in the table editor, on a column whose values are unique.',
    'If no column is unique, add an identity column.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      null::jsonb as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and ${isOwnRelation(scope)}
      and not exists (select from pg_index as i where i.indrelid = c.oid and i.indisprimary)`,
  detail: (row) => `The table ${displayName(row)} has no primary key.`,
})

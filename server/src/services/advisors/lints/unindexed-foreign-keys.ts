import { z } from 'zod'
import { ident, joinSql, sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'
import { concurrentLock } from '../locks.ts'

export const unindexedForeignKeys = defineLint({
  name: 'unindexed_foreign_keys',
  title: 'Foreign key without an index',
  category: 'performance',
  level: 'INFO',
  description: 'A foreign key has no index that starts with its columns.',
  why: 'Postgres reads the whole table to check each deleted or changed row of the other table, and for joins on the key.',
  remedy: [
    'Create an index on the columns of the foreign key.',
    'If the other table never changes and you do not join on the key, ignore the finding.',
  ],
  facts: z.object({
    key: z.string(),
    columns: z.array(z.string()),
    numbers: z.array(z.int()),
    index_name: z.string(),
    /** An index that an interrupted creation has left. */
    has_invalid: z.boolean(),
    is_partitioned: z.boolean(),
  }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[k.conname::text] as subject,
      jsonb_build_object(
        'key', k.conname,
        'columns', columns.names,
        'numbers', to_jsonb(k.conkey),
        'index_name', free.name,
        'has_invalid', exists (
          select from pg_class as x join pg_index as i on i.indexrelid = x.oid
          where x.relnamespace = n.oid and x.relname = free.name and not i.indisvalid
        ),
        'is_partitioned', c.relkind = 'p'
      ) as facts
    from pg_constraint as k
    join pg_class as c on c.oid = k.conrelid
    join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral (
      select jsonb_agg(a.attname order by position) as names,
        string_agg(a.attname, '_' order by position) as joined
      from unnest(k.conkey) with ordinality as part (number, position)
      join pg_attribute as a on a.attrelid = c.oid and a.attnum = part.number
    ) as columns
    cross join lateral (
      select candidate.name
      from generate_series(0, 20) as attempt
      cross join lateral (
        select 'idx_' || left(md5(concat(c.relname, '.', columns.joined, '.', attempt)), 8) || '_fkey'
      ) as hashed (text)
      cross join lateral (
        select case when attempt = 0
            and octet_length(concat(c.relname, '_', columns.joined, '_idx')) <= 63
          then concat(c.relname, '_', columns.joined, '_idx') else hashed.text end
      ) as candidate (name)
      where not exists (
        select from pg_class as x left join pg_index as i on i.indexrelid = x.oid
        where x.relnamespace = n.oid and x.relname = candidate.name
          and not (i.indrelid is not distinct from c.oid and not i.indisvalid)
      )
      order by attempt limit 1
    ) as free
    where k.contype = 'f' and k.conparentid = 0 and ${isOwnRelation(scope)}
      and not exists (
        select from pg_index as i
        join pg_class as x on x.oid = i.indexrelid
        join pg_am as m on m.oid = x.relam
        where i.indrelid = k.conrelid and i.indisvalid and i.indpred is null
          and m.amname in ('btree', 'hash')
          and (i.indkey::smallint[])[0:cardinality(k.conkey) - 1] @> k.conkey
      )`,
  detail: (row, { key, columns }) =>
    `The foreign key ${key} of ${displayName(row)} has no index on ${columns.join(', ')}.`,
  foreignKey: ({ key, numbers }) => ({ name: key, columns: numbers }),
  fix({ schema, name, ...row }, { columns, index_name: index, has_invalid, is_partitioned }) {
    // Postgres cannot create an index of a partitioned table concurrently.
    if (is_partitioned) return undefined
    const home = schema ?? ''
    const list = joinSql(columns.map((column) => ident(column)))
    return {
      title: `Create an index on ${columns.join(', ')}`,
      statements: [
        ...(has_invalid ? [sql`drop index concurrently if exists ${ident(home, index)}`] : []),
        sql`create index concurrently ${ident(index)} on ${ident(home, name)} (${list})`,
      ],
      undo: [sql`drop index if exists ${ident(home, index)}`],
      locks: [concurrentLock(displayName({ ...row, schema, name }))],
      effect: 'The index needs disk space and makes writes to the table a little slower.',
      isConcurrent: true,
    }
  },
})

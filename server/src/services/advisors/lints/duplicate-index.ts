import { z } from 'zod'
import { ident, joinSql, rawSql, sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'
import { briefLock } from '../locks.ts'

export const duplicateIndex = defineLint({
  name: 'duplicate_index',
  title: 'Identical indexes',
  category: 'performance',
  level: 'WARN',
  description: 'A table has several indexes with the same definition.',
  why: 'Every write maintains all of them, and queries only use one.',
  remedy: ['Keep one of the indexes and delete the others.'],
  facts: z.object({
    /** The index to keep comes first. */
    indexes: z.array(
      z.object({ name: z.string(), definition: z.string(), is_needed: z.boolean() }),
    ),
  }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id,
      array_agg(x.relname::text order by x.relname) as subject,
      jsonb_build_object('indexes', jsonb_agg(
        jsonb_build_object(
          'name', x.relname, 'definition', pg_get_indexdef(x.oid), 'is_needed', used.is_needed)
        order by used.is_needed desc, x.oid
      )) as facts
    from pg_index as i
    join pg_class as x on x.oid = i.indexrelid
    join pg_class as c on c.oid = i.indrelid
    join pg_namespace as n on n.oid = c.relnamespace
    cross join lateral (
      select i.indisreplident or i.indisclustered or exists (
        select from pg_constraint as k where k.conindid = x.oid
      )
    ) as used (is_needed)
    where i.indisvalid and c.relkind in ('r', 'm') and not x.relispartition
      and ${isOwnRelation(scope)}
    group by n.nspname, c.relname, c.oid, x.relam, x.reloptions, x.reltablespace, i.indisunique,
      i.indnullsnotdistinct, i.indimmediate, i.indnkeyatts, i.indkey::text, i.indclass::text,
      i.indcollation::text, i.indoption::text,
      pg_get_expr(i.indexprs, i.indrelid), pg_get_expr(i.indpred, i.indrelid)
    having count(*) > 1`,
  detail: (row, { indexes }) =>
    `These indexes of ${displayName(row)} are identical: ${indexes.map(({ name }) => name).join(', ')}.`,
  fix(row, { indexes: [kept, ...others] }) {
    const extra = others.filter(({ is_needed: isNeeded }) => !isNeeded)
    if (!kept || extra.length === 0) return undefined
    const names = extra.map(({ name }) => ident(row.schema ?? '', name))
    return {
      title: `Delete ${extra.map(({ name }) => name).join(', ')}`,
      statements: [sql`drop index ${joinSql(names)}`],
      undo: extra.map(({ definition }) => rawSql(definition)),
      locks: [briefLock(displayName(row))],
      effect: `Queries use ${kept.name} instead.`,
    }
  },
})

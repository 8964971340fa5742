import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'

const Column = z.object({
  name: z.string(),
  /** The name of the type as clients receive it, such as `int4` or `_text`. */
  type: z.string(),
  base: z.string(),
  element: z.string().nullable(),
  /** The type as SQL. */
  sql_type: z.string(),
})

const Facts = z.object({
  has_rls: z.boolean(),
  key: z.array(z.string()),
  columns: z.array(Column),
  /** For each role, the columns that it can select. */
  readable: z.record(z.string(), z.array(z.string())),
})

export type TableFacts = z.infer<typeof Facts>
export type ColumnFacts = z.infer<typeof Column>

/**
 * The current facts that decide who sees the changes of a table. Undefined for a table that no
 * longer exists.
 */
export const readTableFacts = (
  session: Session,
  oid: number,
  roles: readonly string[],
): Promise<TableFacts | undefined> =>
  session.maybe(
    sql`
      select
        c.relrowsecurity as has_rls,
        array(
          select a.attname::text from pg_index as i
          cross join unnest(i.indkey) with ordinality as k (attnum, place)
          join pg_attribute as a on a.attrelid = c.oid and a.attnum = k.attnum
          where i.indrelid = c.oid and i.indisprimary
          order by k.place
        ) as key,
        coalesce((
          select jsonb_agg(jsonb_build_object(
            'name', a.attname,
            'type', t.typname,
            'base', b.typname,
            'element', case when b.typcategory = 'A' then e.typname end,
            'sql_type', format_type(a.atttypid, null)
          ) order by a.attnum)
          from pg_attribute as a
          join pg_type as t on t.oid = a.atttypid
          join pg_type as b on b.oid = case when t.typtype = 'd' then t.typbasetype else t.oid end
          left join pg_type as e on e.oid = b.typelem
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        ), '[]') as columns,
        coalesce((
          select jsonb_object_agg(r.rolname, array(
            select a.attname::text from pg_attribute as a
            where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
              and has_schema_privilege(r.oid, c.relnamespace, 'USAGE')
              and has_column_privilege(r.oid, c.oid, a.attnum, 'SELECT')
          ))
          from pg_roles as r where r.rolname = any (${[...roles]}::text[])
        ), '{}') as readable
      from pg_class as c where c.oid = ${String(oid)}::oid`,
    Facts,
  )

const Visible = z.object({ visible: z.boolean() })

/**
 * Whether transactions are visible to new snapshots. Replication delivers a commit slightly before
 * that.
 */
export async function areVisible(session: Session, xids: readonly number[]): Promise<boolean> {
  const { visible } = await session.one(
    sql`
      with now as (select pg_current_snapshot() as snapshot),
      high as (
        select snapshot, div(pg_snapshot_xmax(snapshot)::text::numeric, 4294967296)::bigint as epoch
        from now
      )
      select coalesce(bool_and(pg_visible_in_snapshot(
        (h.epoch * 4294967296 + x.xid::bigint)::text::xid8, h.snapshot
      )), true) as visible
      from high as h cross join unnest(${xids.map(String)}::text[]) as x (xid)`,
    Visible,
  )
  return visible
}

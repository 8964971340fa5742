import type { ObjectKind } from '@stoa/contract/services/meta/objects'
import { z } from 'zod'
import type { Session } from '../../../../postgres/database.ts'
import { sql, type Sql } from '../../../../postgres/sql.ts'

/** The catalogue that holds each kind of object. */
const CATALOGUES: Readonly<Record<ObjectKind, Sql>> = {
  function: sql`'pg_proc'::regclass`,
  trigger: sql`'pg_trigger'::regclass`,
  type: sql`'pg_type'::regclass`,
  index: sql`'pg_class'::regclass`,
  extension: sql`'pg_extension'::regclass`,
  view: sql`'pg_class'::regclass`,
  sequence: sql`'pg_class'::regclass`,
  schema: sql`'pg_namespace'::regclass`,
  table: sql`'pg_class'::regclass`,
}

const MOST_LISTED = 200

const Row = z.object({ description: z.string(), needs_cascade: z.boolean(), total: z.int() })

type DroppedObject = {
  readonly kind: ObjectKind
  readonly id: number
  /** A column of a table. */
  readonly position?: number | undefined
}

/**
 * The objects that Postgres drops together with an object, from `pg_depend`. An object's own parts,
 * such as the array type of a type or the members of an extension, are followed and not listed.
 */
export async function readDependents(tx: Session, { kind, id, position = 0 }: DroppedObject) {
  const rows = await tx.many(
    sql`
      with recursive dropped (classid, objid, objsubid, is_part, needs_cascade) as (
        select ${CATALOGUES[kind]}::oid, ${String(id)}::oid, ${position}::int, true, false
        union
        select
          target.classid, target.objid, target.objsubid,
          target.is_part, dropped.needs_cascade or d.deptype = 'n'
        from dropped
        join pg_depend d
          on d.refclassid = dropped.classid
          and d.refobjid = dropped.objid
          and (dropped.objsubid = 0 or d.refobjsubid = dropped.objsubid)
        left join pg_rewrite w on d.classid = 'pg_rewrite'::regclass and w.oid = d.objid
        cross join lateral (
          -- The rule of a view is a part of the view, which is dropped with it.
          select
            case when w.oid is null then d.classid else 'pg_class'::regclass end as classid,
            coalesce(w.ev_class, d.objid) as objid,
            case when w.oid is null then d.objsubid else 0 end as objsubid,
            d.deptype in ('i', 'e', 'P', 'S') and w.oid is null as is_part
        ) target
        where d.deptype <> 'x'
      ), listed as (
        select
          pg_describe_object(classid, objid, objsubid) as description,
          -- An object that is dropped anyway needs no CASCADE, whatever else it depends on.
          bool_and(needs_cascade) as needs_cascade
        from dropped
        left join pg_class c on classid = 'pg_class'::regclass and c.oid = objid
        left join pg_constraint k on classid = 'pg_constraint'::regclass and k.oid = objid
        where classid not in ('pg_amop'::regclass, 'pg_amproc'::regclass)
          -- A view has no column of its own to drop.
          and not (objsubid <> 0 and c.relkind in ('v', 'm'))
          -- The tables of long values and NOT NULL are parts of a table.
          and c.relnamespace is distinct from 'pg_toast'::regnamespace
          and k.contype is distinct from 'n'
          -- A rule of a domain is a part of the domain.
          and coalesce(k.contypid, 0) = 0
        group by classid, objid, objsubid
        having not bool_or(is_part)
      )
      select description, needs_cascade, (count(*) over ())::int as total
      from listed
      where description is not null
      order by needs_cascade desc, description
      limit ${MOST_LISTED}::int`,
    Row,
  )
  return {
    items: rows.map(({ description, needs_cascade }) => ({ description, needs_cascade })),
    total: rows[0]?.total ?? 0,
  }
}

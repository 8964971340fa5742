import { Constraint } from '@stoa/contract/services/meta/catalogue'
import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintDefinition } from '@stoa/contract/services/meta/constraints'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { KEY_COLUMNS, TARGET_COLUMNS } from '../catalogue/sql-parts.ts'
import { constraintNotFound } from './errors.ts'

const Stored = Constraint.pick({ name: true, kind: true, columns: true }).extend({
  expression: z.string().nullable(),
  target_schema: z.string().nullable(),
  target_table: z.string().nullable(),
  target_columns: z.array(z.string()),
  match: z.enum(['simple', 'full']),
})
export type StoredConstraint = z.infer<typeof Stored>

/** A constraint of a table by its oid. 404 `constraint_not_found`. */
export async function findConstraint(
  tx: Session,
  { table, id }: { readonly table: TableSummary; readonly id: number },
): Promise<StoredConstraint> {
  const found = await tx.maybe(
    sql`
      select
        k.conname::text as name,
        case k.contype
          when 'p' then 'primary_key'
          when 'u' then 'unique'
          when 'c' then 'check'
          when 'f' then 'foreign_key'
          when 'x' then 'exclusion'
          when 'n' then 'not_null'
        end as kind,
        ${KEY_COLUMNS} as columns,
        pg_get_expr(k.conbin, k.conrelid) as expression,
        n.nspname::text as target_schema,
        t.relname::text as target_table,
        ${TARGET_COLUMNS} as target_columns,
        case k.confmatchtype when 'f' then 'full' else 'simple' end as match
      from pg_constraint k
      left join pg_class t on t.oid = k.confrelid
      left join pg_namespace n on n.oid = t.relnamespace
      where k.oid = ${String(id)}::oid and k.conrelid = ${String(table.id)}::oid
        and k.contype in ('p', 'u', 'c', 'f', 'x', 'n')`,
    Stored,
  )
  if (!found) throw constraintNotFound()
  return found
}

type ForeignKey = Extract<ConstraintDefinition, { kind: 'foreign_key' }>

const Pair = z.object({
  own_type: z.string().nullable(),
  target_type: z.string().nullable(),
  is_comparable: z.boolean(),
})

/**
 * The types of the columns of a foreign key in pairs, null for a column that does not exist. Domains
 * and arrays count as comparable here, because Postgres looks behind them.
 */
export const readKeyTypes = (tx: Session, { id }: TableSummary, key: ForeignKey) =>
  tx.many(
    sql`
      select
        format_type(own.atttypid, own.atttypmod) as own_type,
        format_type(target.atttypid, target.atttypmod) as target_type,
        coalesce(
          own.atttypid = target.atttypid
          or exists (
            select from pg_type t
            where t.oid in (own.atttypid, target.atttypid)
              and (t.typtype = 'd' or t.typcategory = 'A')
          )
          or exists (
            select from pg_operator o
            where o.oprname = '=' and o.oprleft = target.atttypid and o.oprright = own.atttypid
              and o.oprcanmerge
          )
          or exists (
            select from pg_cast c
            where c.castsource = own.atttypid and c.casttarget = target.atttypid
              and c.castcontext = 'i'
          ),
          true
        ) as is_comparable
      from unnest(${key.columns}::text[], ${key.target_columns}::text[])
        with ordinality as pair (own_name, target_name, place)
      left join pg_attribute own
        on own.attrelid = ${String(id)}::oid and own.attname = pair.own_name
        and not own.attisdropped
      left join pg_attribute target
        on target.attrelid = (
          select c.oid from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = ${key.target_schema} and c.relname = ${key.target_table}
        )
        and target.attname = pair.target_name and not target.attisdropped
      order by pair.place`,
    Pair,
  )

/** Whether a unique index covers exactly these columns of a table, as a foreign key requires. */
export async function isTargetUnique(tx: Session, key: ForeignKey): Promise<boolean> {
  const { found } = await tx.one(
    sql`
      select exists (
        select from pg_index i
        join pg_class c on c.oid = i.indrelid
        join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = ${key.target_schema} and c.relname = ${key.target_table}
          and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
          and (
            select array_agg(a.attname::text order by a.attname::text)
            from unnest(i.indkey) with ordinality as k (attnum, place)
            join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
            where k.place <= i.indnkeyatts
          ) = (
            select array_agg(each order by each) from unnest(${key.target_columns}::text[]) as each
          )
      ) as found`,
    z.object({ found: z.boolean() }),
  )
  return found
}

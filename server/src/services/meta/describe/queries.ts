import { DescribedFunction } from '@stoa/contract/services/meta/describe'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS } from '../protected-schemas.ts'

const MOST_FUNCTIONS = 20

export type WrittenName = { readonly schema?: string | undefined; readonly name: string }

const Found = z.object({ id: z.number().nullable() })

/** The table with a name, or that of an index or sequence with this name. */
export async function findRelation(
  tx: Session,
  { schema, name }: WrittenName,
): Promise<number | null> {
  const { id } = await tx.one(
    sql`
      select coalesce(
        (select i.indrelid from pg_catalog.pg_index i where i.indexrelid = found.id),
        (select d.refobjid from pg_catalog.pg_depend d
          join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
          where d.objid = found.id and d.classid = 'pg_catalog.pg_class'::regclass
            and d.refclassid = 'pg_catalog.pg_class'::regclass and d.deptype in ('a', 'i')
          limit 1),
        found.id
      )::bigint::float8 as id
      from (
        select pg_catalog.to_regclass(
          coalesce(pg_catalog.quote_ident(${schema ?? null}::text) || '.', '')
            || pg_catalog.quote_ident(${name}::text)
        )::oid as id
      ) found`,
    Found,
  )
  return id
}

/** The functions with a name, those that a call without a schema finds if there is none. */
export const findFunctions = (
  tx: Session,
  { schema, name }: WrittenName,
): Promise<DescribedFunction[]> =>
  tx.many(
    sql`
      select
        p.oid as id,
        n.nspname::text as schema,
        p.proname::text as name,
        case p.prokind
          when 'p' then 'procedure' when 'a' then 'aggregate' when 'w' then 'window'
          else 'function'
        end as kind,
        pg_catalog.left(pg_catalog.pg_get_function_arguments(p.oid), 10000) as arguments,
        pg_catalog.left(pg_catalog.pg_get_function_result(p.oid), 10000) as returns,
        l.lanname::text as language,
        p.prosecdef as is_security_definer,
        pg_catalog.left(pg_catalog.obj_description(p.oid, 'pg_proc'), 10000) as comment
      from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_language l on l.oid = p.prolang
      where p.proname = ${name}::name
        and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])
        and case when ${schema ?? null}::text is null
          then pg_catalog.pg_function_is_visible(p.oid)
          else n.nspname = ${schema ?? null}::text
        end
      order by p.pronargs, p.oid
      limit ${MOST_FUNCTIONS}::int`,
    DescribedFunction,
  )

const Size = z.object({ size_bytes: z.number().nullable(), estimated_rows: z.number().nullable() })

/** Reads the sizes of files, which takes no lock that a change of the table would wait for. */
export const readSize = (tx: Session, id: number): Promise<z.infer<typeof Size>> =>
  tx.one(
    sql`
      select
        case when c.relkind in ('r', 'm', 't')
          then pg_catalog.pg_total_relation_size(c.oid)::float8 end as size_bytes,
        case when c.reltuples >= 0 and c.relkind <> 'v' then c.reltuples::float8 end
          as estimated_rows
      from pg_catalog.pg_class c
      where c.oid = ${String(id)}::oid`,
    Size,
  )

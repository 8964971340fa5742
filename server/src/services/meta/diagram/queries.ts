import { DiagramColumn, DiagramRelation, DiagramTable } from '@stoa/contract/services/meta/diagram'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import { foreignKeyAction } from '../catalogue/foreign-keys.ts'
import { KEY_COLUMNS, RELATION_KIND, TARGET_COLUMNS } from '../catalogue/sql-parts.ts'
import { MAX_COLUMNS, MAX_RELATIONS, MAX_TABLE_COLUMNS, MAX_TABLES } from './limits.ts'

const TableRow = DiagramTable.omit({ columns: true })

/** The tables of a schema by name, one more than a picture shows. Partitions belong to their table. */
export const readTables = (tx: Session, schema: string) =>
  tx.many(
    sql`
      select
        c.oid as id,
        c.relname::text as name,
        ${RELATION_KIND} as kind,
        left(d.description, 1000) as comment,
        c.relrowsecurity as rls_enabled,
        (select count(*) from pg_policy p where p.polrelid = c.oid)::int as policy_count,
        (
          select count(*) from pg_attribute a
          where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        )::int as column_count
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      left join pg_description d
        on d.objoid = c.oid and d.classoid = 'pg_class'::regclass and d.objsubid = 0
      where n.nspname = ${schema}::text and c.relkind in ('r', 'p', 'f') and not c.relispartition
      order by c.relname
      limit ${MAX_TABLES + 1}::int`,
    TableRow,
  )

const ColumnRow = DiagramColumn.extend({ table_id: z.int() })

/** The first columns of each table, one more in total than a picture shows. */
export const readColumns = (tx: Session, tables: readonly number[]) =>
  tx.many(
    sql`
      select
        a.attrelid as table_id,
        a.attname::text as name,
        format_type(a.atttypid, a.atttypmod) as type,
        not a.attnotnull as is_nullable,
        exists (
          select from pg_index i
          where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any (i.indkey)
        ) as is_primary_key,
        exists (
          select from pg_index i
          where i.indrelid = a.attrelid and i.indisunique and not i.indisprimary and i.indisvalid
            and i.indnkeyatts = 1 and i.indpred is null and i.indkey[0] = a.attnum
        ) as is_unique,
        a.attidentity <> '' as is_identity
      from unnest(${tables.map(String)}::oid[]) with ordinality as listed (id, place)
      cross join lateral (
        select * from pg_attribute a
        where a.attrelid = listed.id and a.attnum > 0 and not a.attisdropped
        order by a.attnum
        limit ${MAX_TABLE_COLUMNS}::int
      ) a
      order by listed.place, a.attnum
      limit ${MAX_COLUMNS + 1}::int`,
    ColumnRow,
  )

/** The foreign keys of the tables, one more than a picture shows. */
export const readRelations = (tx: Session, tables: readonly number[]) =>
  tx.many(
    sql`
      select
        k.oid as id,
        k.conrelid as table_id,
        k.conname::text as name,
        ${KEY_COLUMNS} as columns,
        n.nspname::text as target_schema,
        t.relname::text as target_table,
        t.oid as target_id,
        ${TARGET_COLUMNS} as target_columns,
        ${foreignKeyAction(sql`k.confupdtype`)} as on_update,
        ${foreignKeyAction(sql`k.confdeltype`)} as on_delete
      from pg_constraint k
      join pg_class t on t.oid = k.confrelid
      join pg_namespace n on n.oid = t.relnamespace
      -- A key to a partitioned table has a twin for each partition, which has a parent.
      where k.conrelid = any (${tables.map(String)}::oid[]) and k.contype = 'f' and k.conparentid = 0
      order by k.conrelid, k.conname
      limit ${MAX_RELATIONS + 1}::int`,
    DiagramRelation,
  )

const Statement = z.object({ text: z.string() })

/** The statements that create what the tables of a schema need: the schema, its types, its sequences. */
export const readPrerequisites = (tx: Session, schema: string) =>
  tx.many(
    sql`
      with enums as (
        select format(
          'create type %I.%I as enum (%s)', ${schema}::text, t.typname,
          (
            select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder)
            from pg_enum e where e.enumtypid = t.oid
          )
        ) as text, t.oid
        from pg_type t
        where t.typnamespace = (select oid from pg_namespace where nspname = ${schema}::text)
          and t.typtype = 'e'
      ), domains as (
        select concat(
          format('create domain %I.%I as %s', ${schema}::text, t.typname,
            format_type(t.typbasetype, t.typtypmod)),
          ' default ' || t.typdefault,
          case when t.typnotnull then ' not null' end,
          (
            select string_agg(format(' constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ''
              order by k.conname)
            from pg_constraint k where k.contypid = t.oid and k.contype = 'c'
          )
        ) as text, t.oid
        from pg_type t
        where t.typnamespace = (select oid from pg_namespace where nspname = ${schema}::text)
          and t.typtype = 'd'
      ), sequences as (
        select format(
          'create sequence %I.%I as %s increment %s minvalue %s maxvalue %s start %s%s',
          ${schema}::text, c.relname, format_type(s.seqtypid, null), s.seqincrement, s.seqmin,
          s.seqmax, s.seqstart, case when s.seqcycle then ' cycle' else '' end
        ) as text, c.oid
        from pg_class c join pg_sequence s on s.seqrelid = c.oid
        where c.relnamespace = (select oid from pg_namespace where nspname = ${schema}::text)
          -- Those of identity columns are created with their tables.
          and not exists (
            select from pg_depend d
            where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'i'
          )
      )
      select text from (
        select format('create schema if not exists %I', ${schema}::text) as text, 1 as part, 0::oid as oid
        union all select text, 2, oid from enums
        union all select text, 3, oid from domains
        union all select text, 4, oid from sequences
      ) statements
      order by part, oid`,
    Statement,
  )

const OrderedTable = z.object({ id: z.int(), name: z.string() })

/** The tables and partitions of a schema, parents before children, one more than the limit. */
export const readTablesInOrder = (tx: Session, schema: string) =>
  tx.many(
    sql`
      with recursive depths (oid, depth) as (
        select c.oid, 0
        from pg_class c
        where c.relnamespace = (select oid from pg_namespace where nspname = ${schema}::text)
          and c.relkind in ('r', 'p', 'f')
        union all
        select i.inhrelid, d.depth + 1
        from depths d join pg_inherits i on i.inhparent = d.oid
      )
      select c.oid as id, format('%I.%I', ${schema}::text, c.relname) as name
      from (select oid, max(depth) as depth from depths group by oid) d
      join pg_class c on c.oid = d.oid
      where c.relnamespace = (select oid from pg_namespace where nspname = ${schema}::text)
      order by d.depth, c.relname
      limit ${MAX_TABLES + 1}::int`,
    OrderedTable,
  )

import { TableProgress, TableSettings } from '@stoa/contract/services/meta/table-settings'
import type { Session } from '../../../postgres/database.ts'
import { sql, type Sql } from '../../../postgres/sql.ts'

/** A table as `pg_class` has it: its oid, or the name that a change gives it. */
const settingsOf = (table: Sql): Sql => sql`
  select
    pg_get_userbyid(c.relowner)::text as owner,
    array(
      select r.rolname::text from pg_roles r
      where pg_has_role(r.oid, 'set') and has_schema_privilege(r.oid, c.relnamespace, 'create')
        and (r.oid = c.relowner or pg_has_role(c.relowner, 'usage'))
      order by r.rolname
    ) as owners,
    case when c.relkind = 'r' then c.relpersistence = 'p' end as is_logged,
    case c.relreplident
      when 'd' then json_build_object('kind', 'default')
      when 'f' then json_build_object('kind', 'full')
      when 'n' then json_build_object('kind', 'nothing')
      else coalesce(
        (
          select json_build_object('kind', 'index', 'index', x.relname)
          from pg_index i join pg_class x on x.oid = i.indexrelid
          where i.indrelid = c.oid and i.indisreplident
        ),
        -- The index was dropped, which leaves nothing that identifies a row.
        json_build_object('kind', 'nothing')
      )
    end as replica_identity,
    array(
      select x.relname::text
      from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and i.indisunique and i.indisvalid and i.indimmediate
        and i.indpred is null and i.indexprs is null
        and not exists (
          select from unnest(i.indkey::int2[]) with ordinality as k (attnum, place)
          left join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
          where k.place <= i.indnkeyatts and a.attnotnull is not true
        )
      order by x.relname
    ) as identity_indexes,
    coalesce((
      select json_agg(
        json_build_object('name', o.option_name, 'value', o.option_value) order by o.option_name
      )
      from pg_options_to_table(c.reloptions) o
    ), '[]') as parameters,
    coalesce((
      select json_agg(json_build_object(
        'id', s.oid::int8, 'schema', n.nspname, 'name', s.stxname,
        'definition', pg_get_statisticsobjdef(s.oid)
      ) order by s.stxname)
      from pg_statistic_ext s join pg_namespace n on n.oid = s.stxnamespace
      where s.stxrelid = c.oid
    ), '[]') as statistics,
    array(
      select x.relname::text
      from pg_index i
      join pg_class x on x.oid = i.indexrelid
      join pg_am m on m.oid = x.relam
      where i.indrelid = c.oid and i.indisvalid and i.indpred is null
        and m.amname in ('btree', 'gist')
      order by x.relname
    ) as cluster_indexes,
    (
      select x.relname::text from pg_index i join pg_class x on x.oid = i.indexrelid
      where i.indrelid = c.oid and i.indisclustered
    ) as clustered_by,
    coalesce(pg_stat_get_dead_tuples(c.oid), 0)::float8 as dead_rows,
    to_json(greatest(
      pg_stat_get_last_vacuum_time(c.oid), pg_stat_get_last_autovacuum_time(c.oid)
    )) #>> '{}' as last_vacuum,
    to_json(greatest(
      pg_stat_get_last_analyze_time(c.oid), pg_stat_get_last_autoanalyze_time(c.oid)
    )) #>> '{}' as last_analyze
  from pg_class c
  where c.oid = ${table}`

export const readSettings = (tx: Session, id: number): Promise<TableSettings> =>
  tx.one(settingsOf(sql`${String(id)}::oid`), TableSettings)

/** The settings of a table by its quoted name; undefined if there is none. */
export const readNamedSettings = (tx: Session, name: string): Promise<TableSettings | undefined> =>
  tx.maybe(settingsOf(sql`to_regclass(${name}::text)`), TableSettings)

/** The maintenance of a table that runs now, whichever session runs it. */
export const readProgress = (tx: Session, id: number): Promise<TableProgress[]> =>
  tx.many(
    sql`
      select pid, command, phase, nullif(done, 0)::float8 as done, nullif(total, 0)::float8 as total
      from (
        select p.pid, 'VACUUM' as command, p.phase, p.heap_blks_scanned as done,
          p.heap_blks_total as total, p.relid, p.datid
        from pg_stat_progress_vacuum p
        union all
        select p.pid, 'ANALYZE', p.phase, p.sample_blks_scanned, p.sample_blks_total, p.relid, p.datid
        from pg_stat_progress_analyze p
        union all
        select p.pid, p.command, p.phase, p.heap_blks_scanned, p.heap_blks_total, p.relid, p.datid
        from pg_stat_progress_cluster p
        union all
        select p.pid, p.command, p.phase,
          case when p.tuples_total > 0 then p.tuples_done else p.blocks_done end,
          case when p.tuples_total > 0 then p.tuples_total else p.blocks_total end,
          p.relid, p.datid
        from pg_stat_progress_create_index p
      ) running
      where relid = ${String(id)}::oid
        and datid = (select d.oid from pg_database d where d.datname = current_database())
      order by pid, command`,
    TableProgress,
  )

/** A column in its table and in everything that inherits it, such as partitions. */
export const COLUMN = `
  with recursive family as (
    select c.oid from pg_catalog.pg_class as c
    join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
    where n.nspname operator(pg_catalog.=) $1 and c.relname operator(pg_catalog.=) $2
    union
    select i.inhrelid from family as f
    join pg_catalog.pg_inherits as i on i.inhparent operator(pg_catalog.=) f.oid
  )
  select c.oid as id, n.nspname as schema, c.relname as name, c.relkind as kind,
    pg_catalog.pg_get_userbyid(c.relowner) as owner,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as type,
    c.relforcerowsecurity as is_forced,
    exists (
      select from pg_catalog.pg_rewrite as r
      where r.ev_class operator(pg_catalog.=) c.oid and r.ev_type operator(pg_catalog.=) '2'
        and r.ev_enabled operator(pg_catalog.<>) 'D') as has_rules
  from family as f
  join pg_catalog.pg_class as c on c.oid operator(pg_catalog.=) f.oid
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  join pg_catalog.pg_attribute as a on a.attrelid operator(pg_catalog.=) c.oid
  where a.attname operator(pg_catalog.=) $3 and not a.attisdropped
    and a.attnum operator(pg_catalog.>) 0
  order by c.oid`

export const TRIGGERS = `
  select t.tgname as name, t.tgenabled as enabled from pg_catalog.pg_trigger as t
  where t.tgrelid operator(pg_catalog.=) $1 and not t.tgisinternal
    and t.tgenabled operator(pg_catalog.<>) 'D'`

/** Of the tables, their indexes, and all materialized views. */
export const FORGET = [
  `delete from pg_catalog.pg_statistic as s
   where s.starelid operator(pg_catalog.=) any ($1) or exists (
     select from pg_catalog.pg_index as i where i.indexrelid operator(pg_catalog.=) s.starelid
       and i.indrelid operator(pg_catalog.=) any ($1)) or exists (
     select from pg_catalog.pg_class as c where c.oid operator(pg_catalog.=) s.starelid
       and c.relkind operator(pg_catalog.=) 'm')`,
  `delete from pg_catalog.pg_statistic_ext_data as d using pg_catalog.pg_statistic_ext as s
   where s.oid operator(pg_catalog.=) d.stxoid and (
     s.stxrelid operator(pg_catalog.=) any ($1) or exists (
     select from pg_catalog.pg_class as c where c.oid operator(pg_catalog.=) s.stxrelid
       and c.relkind operator(pg_catalog.=) 'm'))`,
]

/** A view can only read views that are older. */
export const VIEWS = `
  select n.nspname as schema, c.relname as name, pg_catalog.pg_get_userbyid(c.relowner) as owner
  from pg_catalog.pg_class as c
  join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) c.relnamespace
  where c.relkind operator(pg_catalog.=) 'm' and c.relispopulated
  order by c.oid`

-- Everything that the GraphQL schema of the current role is built from, including privileges, as one
-- value: one round trip, one snapshot. $1: the exposed schemas, the first of which keeps a name.
-- To limit the size of this value, long texts such as comments are cut after 10,000 characters.
with recursive exposed as (
  select namespace.oid, namespace.nspname as name, place.ordinality as rank
  from unnest($1::text[]) with ordinality as place (name, ordinality)
  join pg_catalog.pg_namespace as namespace on namespace.nspname = place.name
  where pg_catalog.has_schema_privilege(namespace.oid, 'usage')
),
relation as (
  select
    class.oid, class.reltype, exposed.name as schema, exposed.rank, class.relname as name,
    class.relkind as kind, class.relrowsecurity as has_rls,
    case
      when class.relkind in ('r', 'p') then 28
      when class.relkind = 'm' then 0
      else pg_catalog.pg_relation_is_updatable(class.oid, true)
    end as events
  from pg_catalog.pg_class as class
  join exposed on exposed.oid = class.relnamespace
  where class.relkind in ('r', 'p', 'v', 'm', 'f') and not class.relispartition
    and pg_catalog.has_any_column_privilege(class.oid, 'select')
),
attribute as (
  select relation.oid, relation.kind, relation.events, attribute.*
  from relation
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
  where attribute.attnum > 0 and not attribute.attisdropped
),
routine as (
  select
    proc.oid, exposed.name as schema, exposed.rank, proc.proname as name, proc.provolatile,
    -- A function of one row is declared `returns setof x rows 1` so that Postgres can inline it.
    proc.proretset and proc.prorows <> 1 as is_set, proc.prorettype, proc.pronargs, proc.pronargdefaults,
    proc.proargtypes::oid[] as types, proc.proargnames as names,
    proc.proallargtypes is null as has_only_inputs
  from pg_catalog.pg_proc as proc
  join exposed on exposed.oid = proc.pronamespace
  where proc.prokind = 'f' and proc.provariadic = 0
    and pg_catalog.has_function_privilege(proc.oid, 'execute')
),
used (oid) as (
  select atttypid from attribute
  union
  select prorettype from routine
  union
  select type from routine, unnest(types) as type
  union
  select part.oid
  from used
  join pg_catalog.pg_type as type on type.oid = used.oid
  cross join lateral unnest(array[type.typbasetype, type.typelem, type.typarray]) as part (oid)
  where part.oid <> 0
)
select json_build_object(
  'role', current_user,
  'schemas', (
    select coalesce(json_agg(json_build_object(
      'name', name, 'comment',
      pg_catalog.left(pg_catalog.obj_description(oid, 'pg_namespace'), 10000)) order by rank), '[]')
    from exposed
  ),
  'types', (
    select coalesce(json_agg(json_build_object(
      'oid', type.oid::text,
      'schema', place.nspname,
      'name', type.typname,
      'kind', type.typtype,
      'base', nullif(type.typbasetype, 0)::text,
      'element', case when type.typcategory = 'A' then nullif(type.typelem, 0)::text end,
      'array', nullif(type.typarray, 0)::text,
      'relation', nullif(type.typrelid, 0)::text,
      -- All ranges share one operator class, and so do all enums.
      'isOrdered', type.typtype in ('r', 'm', 'e') or exists (
        select from pg_catalog.pg_opclass as class
        join pg_catalog.pg_am as method on method.oid = class.opcmethod
        where class.opcdefault and method.amname = 'btree' and class.opcintype in (
          select type.oid
          union all
          -- For example, varchar is ordered as text.
          select casttarget from pg_catalog.pg_cast
          where castsource = type.oid and castmethod = 'b' and castcontext = 'i'
        )
      ),
      'labels', (
        select json_agg(enum.enumlabel order by enum.enumsortorder)
        from pg_catalog.pg_enum as enum where enum.enumtypid = type.oid
      ),
      'comment', case when type.typtype = 'e'
        then pg_catalog.left(pg_catalog.obj_description(type.oid, 'pg_type'), 10000) end
    ) order by type.oid), '[]')
    from used
    join pg_catalog.pg_type as type on type.oid = used.oid
    join pg_catalog.pg_namespace as place on place.oid = type.typnamespace
  ),
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', relation.oid::text,
      'schema', relation.schema,
      'name', relation.name,
      'comment', pg_catalog.left(pg_catalog.obj_description(relation.oid, 'pg_class'), 10000),
      'hasRls', relation.has_rls,
      'isDeletable', relation.events & 16 <> 0
        and pg_catalog.has_table_privilege(relation.oid, 'delete'),
      'columns', (
        -- A table can be without columns.
        select coalesce(json_agg(json_build_object(
          'name', attribute.attname,
          'type', attribute.atttypid::text,
          'isNotNull', attribute.attnotnull,
          'isFilled', attribute.attidentity <> '' or attribute.attgenerated <> '' or (
            attribute.atthasdef and exists (
              select from pg_catalog.pg_depend as link
              join pg_catalog.pg_class as sequence
                on sequence.oid = link.objid and sequence.relkind = 'S'
              where link.classid = 'pg_catalog.pg_class'::regclass
                and link.refobjid = relation.oid and link.refobjsubid = attribute.attnum
                and link.deptype = 'a'
            )
          ),
          'comment',
            pg_catalog.left(pg_catalog.col_description(relation.oid, attribute.attnum), 10000),
          'isSelectable',
            pg_catalog.has_column_privilege(relation.oid, attribute.attnum, 'select'),
          'isInsertable', relation.events & 8 <> 0
            and pg_catalog.has_column_privilege(relation.oid, attribute.attnum, 'insert')
            and (relation.kind in ('r', 'p')
              or pg_catalog.pg_column_is_updatable(relation.oid, attribute.attnum, true)),
          'isUpdatable', relation.events & 4 <> 0
            and pg_catalog.has_column_privilege(relation.oid, attribute.attnum, 'update')
            and (relation.kind in ('r', 'p')
              or pg_catalog.pg_column_is_updatable(relation.oid, attribute.attnum, true))
        ) order by attribute.attnum), '[]')
        from attribute where attribute.oid = relation.oid
      ),
      'keys', (
        select coalesce(json_agg(json_build_object('isPrimary', index.indisprimary,
          'name', own.relname,
          'columns', (
            select json_agg(attribute.attname order by place.ordinality)
            from unnest(index.indkey::int2[]) with ordinality as place (attnum, ordinality)
            join attribute
              on attribute.oid = index.indrelid and attribute.attnum = place.attnum
            where place.ordinality <= index.indnkeyatts
          )) order by index.indisprimary desc, index.indexrelid), '[]')
        from pg_catalog.pg_index as index
        join pg_catalog.pg_class as own on own.oid = index.indexrelid
        where index.indrelid = relation.oid and index.indisunique and index.indisvalid
          and index.indpred is null and index.indexprs is null
      )
    ) order by relation.rank, relation.name), '[]')
    from relation
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'relation', reference.conrelid::text,
      'target', reference.confrelid::text,
      'comment',
        pg_catalog.left(pg_catalog.obj_description(reference.oid, 'pg_constraint'), 10000),
      'columns', (
        select json_agg(json_build_array(own.attname, other.attname) order by place.ordinality)
        from unnest(reference.conkey, reference.confkey) with ordinality
          as place (own, other, ordinality)
        join attribute as own on own.oid = reference.conrelid and own.attnum = place.own
        join attribute as other on other.oid = reference.confrelid and other.attnum = place.other
      )) order by reference.oid), '[]')
    from pg_catalog.pg_constraint as reference
    join relation as own on own.oid = reference.conrelid
    join relation as other on other.oid = reference.confrelid
    where reference.contype = 'f' and reference.conparentid = 0
  ),
  'routines', (
    select coalesce(json_agg(json_build_object(
      'schema', schema,
      'name', name,
      'comment', pg_catalog.left(pg_catalog.obj_description(oid, 'pg_proc'), 10000),
      'isVolatile', provolatile = 'v',
      'isSet', is_set,
      'type', prorettype::text,
      'arguments', (
        select coalesce(json_agg(json_build_object(
          'name', coalesce(names[place.ordinality], ''),
          'type', place.type::text,
          'isOptional', place.ordinality > pronargs - pronargdefaults,
          'default', case when has_only_inputs
            then pg_catalog.left(
              pg_catalog.pg_get_function_arg_default(oid, place.ordinality::int4), 10000) end
        ) order by place.ordinality), '[]')
        from unnest(types) with ordinality as place (type, ordinality)
      )
    ) order by rank, name, oid), '[]')
    from routine
  ),
  'settings', (
    select coalesce(json_agg(json_build_array(
      split_part(entry, '=', 1), substr(entry, strpos(entry, '=') + 1)) order by entry), '[]')
    from pg_catalog.pg_roles as role, unnest(role.rolconfig) as entry
    where role.rolname = current_user and pg_catalog.octet_length(entry) <= 10000
      and split_part(entry, '=', 1) in (
        select name from pg_catalog.pg_settings where context = 'user'
      )
  )
)::text as catalogue

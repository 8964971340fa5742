-- Everything that the data API knows about a database, as one value: one round trip, one snapshot.
-- $1: the exposed schemas. To limit the size of this value, long texts such as comments are cut after
-- 10,000 characters, and those that would be wrong without their end are omitted.
with recursive exposed as (
  select oid, nspname as name from pg_catalog.pg_namespace
  where nspname = any ($1::text[])
),
-- A domain can be based on another domain. Only Postgres 17 and later have a function for the base.
below as (
  select oid as domain, typbasetype as beneath from pg_catalog.pg_type where typtype = 'd'
  union all
  select below.domain, type.typbasetype
  from below
  join pg_catalog.pg_type as type on type.oid = below.beneath and type.typtype = 'd'
),
bottom as (
  select below.domain, below.beneath
  from below
  join pg_catalog.pg_type as type on type.oid = below.beneath and type.typtype <> 'd'
),
relation as (
  select
    class.oid,
    exposed.name as schema,
    class.relname as name,
    class.relkind as kind,
    pg_catalog.left(note.description, 10000) as description,
    case
      when class.relkind in ('r', 'p') then 28
      when class.relkind = 'm' then 0
      else pg_catalog.pg_relation_is_updatable(class.oid, true)
    end as events
  from pg_catalog.pg_class as class
  join exposed on exposed.oid = class.relnamespace
  -- A join, because calling obj_description for each relation takes ten times as long.
  left join pg_catalog.pg_description as note
    on note.objoid = class.oid and note.classoid = 'pg_catalog.pg_class'::regclass
    and note.objsubid = 0
  where class.relkind in ('r', 'p', 'v', 'm', 'f') and not class.relispartition
),
-- Relations that are not exposed, because exposed views can show the keys of their tables.
hidden as (
  select class.oid, namespace.nspname as schema, class.relname as name, class.relkind as kind
  from pg_catalog.pg_class as class
  join pg_catalog.pg_namespace as namespace on namespace.oid = class.relnamespace
  where class.relkind in ('r', 'p', 'v', 'm', 'f') and not class.relispartition
    and namespace.nspname !~ '^pg_' and namespace.nspname <> 'information_schema'
    and namespace.nspname <> all ($1::text[])
),
known as (
  select oid, kind from relation union all select oid, kind from hidden
),
attribute as (
  select
    relation.oid,
    json_agg(
      json_build_object(
        'name', attribute.attname,
        'number', attribute.attnum,
        'type', pg_catalog.format_type(attribute.atttypid, attribute.atttypmod),
        -- The base type of a domain is only included if it is built in.
        'base', case when base.typnamespace = 'pg_catalog'::regnamespace
          then pg_catalog.format_type(base.oid, null)
          else pg_catalog.format_type(attribute.atttypid, attribute.atttypmod) end,
        'category', type.typcategory,
        'maxLength', case
          when sized.modifier = -1 then null
          when sized.type in ('pg_catalog.bpchar'::regtype, 'pg_catalog.varchar'::regtype)
            then sized.modifier - 4
          when sized.type in ('pg_catalog.bit'::regtype, 'pg_catalog.varbit'::regtype)
            then sized.modifier
        end,
        'enum', case when base.typtype = 'e' then (
          select json_agg(enum.enumlabel order by enum.enumsortorder)
          from pg_catalog.pg_enum as enum
          where enum.enumtypid = base.oid
        ) end,
        'nullable', not (attribute.attnotnull or type.typnotnull),
        'default', case
          -- From the catalogue, not by name, because the reader can lack the privilege to use the schema.
          when attribute.attidentity <> '' then (
            select pg_catalog.format('nextval(%L::regclass)',
              pg_catalog.format('%I.%I', place.nspname, sequence.relname))
            from pg_catalog.pg_depend as link
            join pg_catalog.pg_class as sequence
              on sequence.oid = link.objid and sequence.relkind = 'S'
            join pg_catalog.pg_namespace as place on place.oid = sequence.relnamespace
            where link.classid = 'pg_catalog.pg_class'::regclass
              and link.refobjid = relation.oid
              and link.refobjsubid = attribute.attnum
              and link.deptype = 'i'
            limit 1
          )
          -- The domain's default applies if the column has none.
          when attribute.attgenerated = '' then pg_catalog.left(coalesce(
            pg_catalog.pg_get_expr(preset.adbin, preset.adrelid),
            pg_catalog.pg_get_expr(type.typdefaultbin, 0)), 10000)
        end,
        'description', pg_catalog.left(note.description, 10000)
      )
      order by attribute.attnum
    ) as columns
  from relation
  join pg_catalog.pg_attribute as attribute on attribute.attrelid = relation.oid
  join pg_catalog.pg_type as type on type.oid = attribute.atttypid
  left join bottom on bottom.domain = type.oid
  join pg_catalog.pg_type as base on base.oid = coalesce(bottom.beneath, type.oid)
  left join pg_catalog.pg_attrdef as preset
    on preset.adrelid = attribute.attrelid and preset.adnum = attribute.attnum
  left join pg_catalog.pg_description as note
    on note.objoid = attribute.attrelid and note.classoid = 'pg_catalog.pg_class'::regclass
    and note.objsubid = attribute.attnum
  cross join lateral (
    select
      case when type.typtype = 'd' then type.typbasetype else attribute.atttypid end as type,
      case when type.typtype = 'd' then type.typtypmod else attribute.atttypmod end as modifier
  ) as sized
  where attribute.attnum > 0 and not attribute.attisdropped
  group by relation.oid
),
unique_key as (
  select
    index.indrelid as oid,
    index.indisprimary as is_primary,
    (
      select json_agg((
        select attribute.attname from pg_catalog.pg_attribute as attribute
        where attribute.attrelid = index.indrelid and attribute.attnum = place.attnum
      ) order by place.ordinality)
      from unnest(index.indkey::int2[]) with ordinality as place (attnum, ordinality)
      where place.ordinality <= index.indnkeyatts
    ) as columns
  from pg_catalog.pg_index as index
  join known on known.oid = index.indrelid
  where index.indisunique and index.indisvalid and index.indpred is null and index.indexprs is null
),
-- Grouped once, because searching the keys of each relation takes quadratic time.
key_list as (
  select
    oid,
    json_agg(json_build_object('isPrimary', is_primary, 'columns', columns)) as keys
  from unique_key
  group by oid
),
foreign_key as (
  select
    reference.conname as name,
    reference.conrelid as oid,
    reference.confrelid as target,
    (
      select json_agg(json_build_array(
        (
          select own.attname from pg_catalog.pg_attribute as own
          where own.attrelid = reference.conrelid and own.attnum = place.own
        ),
        (
          select other.attname from pg_catalog.pg_attribute as other
          where other.attrelid = reference.confrelid and other.attnum = place.other
        )
      ) order by place.ordinality)
      from unnest(reference.conkey, reference.confkey) with ordinality
        as place (own, other, ordinality)
    ) as columns
  from pg_catalog.pg_constraint as reference
  where reference.contype = 'f' and reference.conparentid = 0
),
view_rule as (
  select rule.ev_class as oid, rule.ev_action::text as action
  from pg_catalog.pg_rewrite as rule
  join known on known.oid = rule.ev_class and known.kind in ('v', 'm')
  where rule.rulename = '_RETURN' and pg_catalog.octet_length(rule.ev_action::text) <= 1000000
),
routine as (
  select
    proc.oid::text as oid,
    exposed.name as schema,
    proc.proname as name,
    pg_catalog.left(note.description, 10000) as description,
    proc.provolatile as volatility,
    proc.proretset as is_set,
    proc.provariadic <> 0 as is_variadic,
    pg_catalog.format_type(proc.prorettype, null) as type,
    pg_catalog.format_type(result.oid, null) as base,
    result.typtype = 'c' as is_composite,
    proc.prorettype = 'pg_catalog.record'::regtype as is_record,
    proc.prorettype = 'pg_catalog.void'::regtype as is_void,
    case when result.typrelid <> 0 then json_build_object(
      'schema', result_namespace.nspname, 'name', result.typname) end as relation,
    (
      select json_agg(
        json_build_object(
          'name', coalesce(proc.proargnames[place.ordinality], ''),
          'type', pg_catalog.format_type(place.type, null),
          'mode', coalesce(proc.proargmodes[place.ordinality], 'i')
        )
        order by place.ordinality
      )
      from unnest(coalesce(proc.proallargtypes, proc.proargtypes::oid[])) with ordinality
        as place (type, ordinality)
    ) as arguments,
    proc.pronargdefaults as defaults,
    array(
      select entry from unnest(proc.proconfig) as entry
      where pg_catalog.octet_length(entry) <= 10000
    ) as settings
  from pg_catalog.pg_proc as proc
  join exposed on exposed.oid = proc.pronamespace
  -- A domain over a row type counts as rows.
  left join bottom on bottom.domain = proc.prorettype
  join pg_catalog.pg_type as result on result.oid = coalesce(bottom.beneath, proc.prorettype)
  join pg_catalog.pg_namespace as result_namespace on result_namespace.oid = result.typnamespace
  left join pg_catalog.pg_description as note
    on note.objoid = proc.oid and note.classoid = 'pg_catalog.pg_proc'::regclass
    and note.objsubid = 0
  where proc.prokind = 'f'
    and proc.prorettype not in ('pg_catalog.trigger'::regtype, 'pg_catalog.event_trigger'::regtype)
    -- Arguments can only be passed by name, except a single one, which can be the whole body.
    and (
      proc.proargnames is not null or proc.pronargs = 0
      or proc.pronargs = 1 and proc.proargtypes[0] in (
        'pg_catalog.json'::regtype, 'pg_catalog.jsonb'::regtype, 'pg_catalog.text'::regtype,
        'pg_catalog.xml'::regtype, 'pg_catalog.bytea'::regtype
      )
    )
),
-- A function that takes a row of one relation and returns rows of another relates the two.
computed as (
  select
    exposed.name as schema,
    proc.proname as name,
    near.oid::text as near,
    far.oid::text as far,
    not proc.proretset or proc.prorows = 1 as is_one_row
  from pg_catalog.pg_proc as proc
  join exposed on exposed.oid = proc.pronamespace
  join pg_catalog.pg_type as argument on argument.oid = proc.proargtypes[0]
  join pg_catalog.pg_type as result on result.oid = proc.prorettype
  join relation as near on near.oid = argument.typrelid
  join relation as far on far.oid = result.typrelid
  where proc.prokind = 'f' and proc.pronargs = 1
),
-- A domain named like a media type declares that type: an aggregate over rows that returns it builds
-- the whole body, and the result of a function that returns it is the body.
media_domain as (
  select
    domain.oid, domain.typname as media_type, bottom.beneath = 'bytea'::regtype as is_binary
  from pg_catalog.pg_type as domain
  join bottom on bottom.domain = domain.oid
  where domain.typtype = 'd'
    and (domain.typname = '*/*' or domain.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$')
),
media_handler as (
  select
    proc.oid::text as oid, exposed.name as schema, proc.proname as name, media_domain.media_type,
    media_domain.is_binary, proc.prokind = 'a' as is_aggregate,
    case when proc.prokind = 'a' and argument.typrelid <> 0 then
      json_build_object('schema', place.nspname, 'name', argument.typname) end as rows_of
  from media_domain
  join pg_catalog.pg_proc as proc on proc.prorettype = media_domain.oid
  join exposed on exposed.oid = proc.pronamespace
  left join pg_catalog.pg_type as argument
    on proc.prokind = 'a' and argument.oid = proc.proargtypes[0]
  left join pg_catalog.pg_namespace as place on place.oid = argument.typnamespace
  where (proc.prokind = 'f' and not proc.proretset)
    or (
      proc.prokind = 'a' and proc.pronargs = 1
      and (argument.typrelid <> 0 or argument.oid = 'anyelement'::regtype)
    )
),
-- Casts between a domain and json or text, which convert its values in responses and requests.
representation as (
  select
    pg_catalog.format_type(link.castsource, null) as source,
    pg_catalog.format_type(link.casttarget, null) as target,
    place.nspname as schema,
    proc.proname as name
  from pg_catalog.pg_cast as link
  join pg_catalog.pg_type as source on source.oid = link.castsource
  join pg_catalog.pg_type as target on target.oid = link.casttarget
  join pg_catalog.pg_proc as proc on proc.oid = link.castfunc
  join pg_catalog.pg_namespace as place on place.oid = proc.pronamespace
  where link.castcontext = 'i' and link.castmethod = 'f'
    and (
      source.typtype = 'd' and target.oid in ('json'::regtype, 'text'::regtype)
      or target.typtype = 'd' and source.oid in ('json'::regtype, 'text'::regtype)
    )
),
role_setting as (
  select
    role.rolname as role,
    split_part(entry, '=', 1) as name,
    substr(entry, strpos(entry, '=') + 1) as value
  from pg_catalog.pg_roles as role, unnest(role.rolconfig) as entry
  where split_part(entry, '=', 1) in (
    select name from pg_catalog.pg_settings where context = 'user'
  ) and pg_catalog.octet_length(entry) <= 10000
)
select json_build_object(
  'exposedSchemas', to_json($1::text[]),
  'relations', (
    select coalesce(json_agg(json_build_object(
      'oid', relation.oid::text, 'schema', relation.schema, 'name', relation.name,
      'kind', relation.kind, 'description', relation.description, 'events', relation.events,
      -- Text inside the JSON, because columns are most of it and are parsed only for used relations.
      'columns', coalesce(attribute.columns, '[]')::text,
      'keys', coalesce(key_list.keys, '[]')
    ) order by relation.schema, relation.name), '[]')
    from relation left join attribute using (oid) left join key_list using (oid)
  ),
  'hidden', (
    select coalesce(json_agg(json_build_object(
      'oid', hidden.oid::text, 'schema', hidden.schema, 'name', hidden.name,
      'columns', (
        select coalesce(json_agg(json_build_object(
          'name', attribute.attname, 'number', attribute.attnum) order by attribute.attnum), '[]')
        from pg_catalog.pg_attribute as attribute
        where attribute.attrelid = hidden.oid
          and attribute.attnum > 0 and not attribute.attisdropped
      ),
      'keys', coalesce(key_list.keys, '[]')
    ) order by hidden.schema, hidden.name), '[]')
    from hidden left join key_list using (oid)
  ),
  'foreignKeys', (
    select coalesce(json_agg(json_build_object(
      'name', name, 'oid', oid::text, 'target', target::text, 'columns', columns)
      order by name, oid), '[]')
    from foreign_key
  ),
  'viewRules', (
    select coalesce(json_agg(json_build_object('oid', oid::text, 'action', action)
      order by oid), '[]')
    from view_rule
  ),
  'routines', (
    select coalesce(json_agg(routine order by routine.schema, routine.name,
      coalesce(json_array_length(routine.arguments), 0), routine.arguments::text), '[]')
    from routine
  ),
  'computed', (
    select coalesce(json_agg(computed order by schema, name, near), '[]')
    from computed
  ),
  'mediaHandlers', (
    select coalesce(json_agg(media_handler order by schema, name), '[]') from media_handler
  ),
  'representations', (
    select coalesce(json_agg(representation order by source, target), '[]') from representation
  ),
  -- PostGIS is recognized by the function that is needed.
  'geoJson', (
    select json_build_object('schema', place.nspname, 'name', proc.proname)
    from pg_catalog.pg_proc as proc
    join pg_catalog.pg_namespace as place on place.oid = proc.pronamespace
    where proc.proname = 'st_asgeojson' and proc.proargtypes[0] = 'record'::regtype
    limit 1
  ),
  'schemaComments', (
    select coalesce(json_object_agg(name, 
      pg_catalog.left(pg_catalog.obj_description(oid, 'pg_namespace'), 10000)), '{}')
    from exposed
  ),
  'roleSettings', (select coalesce(json_agg(role_setting order by role, name), '[]') from role_setting)
)::text as catalogue

-- Webhooks of tables whose events are delivered until their receiver accepts them: an outbox in the
-- transaction of the change.

set local role supabase_functions_admin;

create table supabase_functions.webhooks (
  id uuid primary key,
  -- A copy of a project does not call the receivers of the original.
  project_ref text not null,
  name text not null,
  -- A URL, or a path of the project's own API such as /functions/v1/hello.
  url text not null,
  -- Names with a value, or with the name of a secret in the vault.
  headers jsonb not null,
  timeout_ms integer not null,
  enabled boolean not null default true,
  sealed_secret text not null,
  created_at timestamptz not null default pg_catalog.now()
);

-- What triggers add. It has no index, because each would cost every writer of a table more than the
-- row itself; the server moves the events to the outbox soon.
create table supabase_functions.webhook_events (
  webhook_id uuid not null,
  event text not null,
  body text not null,
  created_at timestamptz not null default pg_catalog.clock_timestamp()
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- The outbox and, once delivered or dead, the log of deliveries.
create table supabase_functions.webhook_deliveries (
  id uuid primary key default pg_catalog.gen_random_uuid(),
  webhook_id uuid not null references supabase_functions.webhooks (id) on delete cascade,
  event text not null,
  body text not null,
  state text not null default 'pending' check (state in ('pending', 'delivered', 'dead')),
  attempts integer not null default 0,
  next_at timestamptz not null default '-infinity',
  last_status integer,
  last_response text,
  last_error text,
  created_at timestamptz not null default pg_catalog.clock_timestamp(),
  ended_at timestamptz
);
create index webhook_deliveries_pending
  on supabase_functions.webhook_deliveries (webhook_id, next_at) where state = 'pending';
create index webhook_deliveries_log
  on supabase_functions.webhook_deliveries (webhook_id, created_at desc);

-- Adds an event with the rights of the service: nobody else may see the receivers.
create function supabase_functions.stoa_add_event(webhook uuid, event text, body text) returns void
  language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into supabase_functions.webhook_events (webhook_id, event, body)
  select w.id, stoa_add_event.event, stoa_add_event.body
  from supabase_functions.webhooks as w
  where w.id = webhook and w.enabled;
end
$$;

-- Runs as the caller: to_json calls casts that the owner of the project defined. Without a path of
-- its own, because setting one costs as much as the rest; every name is qualified.
create function supabase_functions.stoa_webhook() returns trigger
  language plpgsql as $$
begin
  perform supabase_functions.stoa_add_event(
    tg_argv[0]::pg_catalog.uuid,
    tg_op,
    pg_catalog.json_build_object(
      'type', tg_op,
      'table', tg_table_name,
      'schema', tg_table_schema,
      'record', pg_catalog.to_json(new),
      'old_record', pg_catalog.to_json(old)
    )::pg_catalog.text);
  return null;
end
$$;

reset role;

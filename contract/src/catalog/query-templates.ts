/** A query to start from. All of them run on a new project as they are. */
export type QueryTemplate = {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly category: TemplateCategory
  /** `changes`: it creates or changes something. `reads`: it only reads. */
  readonly effect: 'changes' | 'reads'
  readonly sql: string
}

export const TEMPLATE_CATEGORIES = [
  'Tables',
  'Access',
  'Functions and triggers',
  'Services',
  'Performance',
  'Maintenance',
] as const
export type TemplateCategory = (typeof TEMPLATE_CATEGORIES)[number]

const TABLES: readonly QueryTemplate[] = [
  {
    id: 'table-with-rls',
    name: 'Create a table with row level security',
    description:
      'A table whose rows belong to users, with policies so that everyone sees their own.',
    category: 'Tables',
    effect: 'changes',
    sql: `create table notes (
  id bigint generated always as identity primary key,
  user_id uuid not null default auth.uid() references auth.users on delete cascade,
  title text not null check (title <> ''),
  body text,
  created_at timestamptz not null default now()
);
create index on notes (user_id);

alter table notes enable row level security;

create policy "Users read their notes" on notes
  for select to authenticated using ((select auth.uid()) = user_id);
create policy "Users add notes" on notes
  for insert to authenticated with check ((select auth.uid()) = user_id);
create policy "Users change their notes" on notes
  for update to authenticated
  using ((select auth.uid()) = user_id) with check ((select auth.uid()) = user_id);
create policy "Users delete their notes" on notes
  for delete to authenticated using ((select auth.uid()) = user_id);`,
  },
  {
    id: 'one-to-many',
    name: 'Create two related tables',
    description: 'Customers and their orders, with a foreign key, an index and a checked status.',
    category: 'Tables',
    effect: 'changes',
    sql: `create type order_status as enum ('draft', 'paid', 'shipped');

create table customers (
  id bigint generated always as identity primary key,
  name text not null,
  email text not null unique
);

create table orders (
  id bigint generated always as identity primary key,
  -- An order cannot outlive its customer.
  customer_id bigint not null references customers on delete restrict,
  status order_status not null default 'draft',
  total numeric(12, 2) not null check (total >= 0),
  ordered_at timestamptz not null default now()
);
-- Foreign keys have no index of their own.
create index on orders (customer_id);

alter table customers enable row level security;
alter table orders enable row level security;`,
  },
  {
    id: 'many-to-many',
    name: 'Connect two tables many to many',
    description: 'Articles and tags, joined by a table with a composite key.',
    category: 'Tables',
    effect: 'changes',
    sql: `create table articles (
  id bigint generated always as identity primary key,
  title text not null
);
create table tags (
  id bigint generated always as identity primary key,
  name text not null unique
);
create table article_tags (
  article_id bigint references articles on delete cascade,
  tag_id bigint references tags on delete cascade,
  primary key (article_id, tag_id)
);
-- The primary key already finds the tags of an article.
create index on article_tags (tag_id);

alter table articles enable row level security;
alter table tags enable row level security;
alter table article_tags enable row level security;`,
  },
  {
    id: 'full-text-search',
    name: 'Add full-text search',
    description: 'A generated search column with an index, and a ranked query.',
    category: 'Tables',
    effect: 'changes',
    sql: `create table documents (
  id bigint generated always as identity primary key,
  title text not null,
  body text not null default '',
  search tsvector generated always as (
    setweight(to_tsvector('english', title), 'A') ||
    setweight(to_tsvector('english', body), 'B')
  ) stored
);
create index on documents using gin (search);
alter table documents enable row level security;

select id, title, ts_rank(search, query) as rank
from documents, websearch_to_tsquery('english', 'postgres -oracle') query
where search @@ query
order by rank desc
limit 20;`,
  },
  {
    id: 'vector-search',
    name: 'Search by vector similarity',
    description:
      'Stores embeddings as arrays and sorts by cosine similarity. Needs no extension; suited to some ten thousand rows.',
    category: 'Tables',
    effect: 'changes',
    sql: `create table embeddings (
  id bigint generated always as identity primary key,
  content text not null,
  embedding double precision[] not null
);
alter table embeddings enable row level security;

create function cosine_similarity(a double precision[], b double precision[])
returns double precision language sql immutable parallel safe strict
set search_path = pg_catalog, pg_temp as $$
  select sum(x * y) / nullif(sqrt(sum(x * x)) * sqrt(sum(y * y)), 0)
  from unnest(a, b) as pair (x, y)
$$;

insert into embeddings (content, embedding) values
  ('north', '{0, 1, 0}'), ('east', '{1, 0, 0}'), ('north-east', '{1, 1, 0}');

select content, cosine_similarity(embedding, '{0.1, 0.9, 0}') as similarity
from embeddings
order by similarity desc
limit 10;`,
  },
  {
    id: 'comments',
    name: 'Document tables and columns',
    description: 'Comments that the API docs and the schema pages show.',
    category: 'Tables',
    effect: 'changes',
    sql: `create table products (id bigint primary key, price numeric(10, 2));
alter table products enable row level security;

comment on table products is 'Everything that the shop sells.';
comment on column products.price is 'In euros, with tax.';`,
  },
]

const ACCESS: readonly QueryTemplate[] = [
  {
    id: 'users-with-profiles',
    name: 'Users with profiles',
    description: 'A public profile for each user, created by a trigger when the user signs up.',
    category: 'Access',
    effect: 'changes',
    sql: `create table profiles (
  id uuid primary key references auth.users on delete cascade,
  username text unique check (char_length(username) >= 3),
  avatar_url text,
  created_at timestamptz not null default now()
);
alter table profiles enable row level security;

create policy "Everyone reads profiles" on profiles for select using (true);
create policy "Users change their profile" on profiles
  for update to authenticated
  using ((select auth.uid()) = id) with check ((select auth.uid()) = id);

create function create_profile() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.profiles (id, avatar_url)
  values (new.id, new.raw_user_meta_data ->> 'avatar_url');
  return new;
end
$$;

create trigger create_profile after insert on auth.users
  for each row execute function create_profile();`,
  },
  {
    id: 'teams',
    name: 'Rows that a team shares',
    description:
      'Teams with members and roles. A function checks who is in a team, because a policy cannot read its own table.',
    category: 'Access',
    effect: 'changes',
    sql: `create table teams (
  id bigint generated always as identity primary key,
  name text not null
);
create table team_members (
  team_id bigint references teams on delete cascade,
  user_id uuid references auth.users on delete cascade,
  is_admin boolean not null default false,
  primary key (team_id, user_id)
);
create index on team_members (user_id);

create function is_team_member(team bigint) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (
    select from public.team_members
    where team_id = team and user_id = auth.uid())
$$;

alter table teams enable row level security;
alter table team_members enable row level security;
create policy "Members read their teams" on teams
  for select to authenticated using (is_team_member(id));
create policy "Members read each other" on team_members
  for select to authenticated using (is_team_member(team_id));`,
  },
  {
    id: 'storage-policies',
    name: 'Policies for a bucket',
    description: 'Each user reads and writes files in a folder named after their id.',
    category: 'Access',
    effect: 'changes',
    sql: `insert into storage.buckets (id, name, public) values ('avatars', 'avatars', false);

create policy "Users read their files" on storage.objects
  for select to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Users upload their files" on storage.objects
  for insert to authenticated
  with check (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);
create policy "Users delete their files" on storage.objects
  for delete to authenticated
  using (bucket_id = 'avatars' and (storage.foldername(name))[1] = (select auth.uid())::text);`,
  },
  {
    id: 'tables-without-rls',
    name: 'Find tables without row level security',
    description: 'Tables in the API’s default schema that clients can reach without a policy.',
    category: 'Access',
    effect: 'reads',
    sql: `select c.oid::regclass as table_name,
       has_table_privilege('anon', c.oid, 'select') as anon_can_read,
       has_table_privilege('anon', c.oid, 'insert') as anon_can_write
from pg_class c
where c.relkind in ('r', 'p')
  and c.relnamespace = 'public'::regnamespace
  and not c.relrowsecurity
order by 1;`,
  },
  {
    id: 'policies',
    name: 'List all policies',
    description: 'Every policy of the database with its roles and conditions.',
    category: 'Access',
    effect: 'reads',
    sql: `select schemaname, tablename, policyname, permissive, roles, cmd, qual, with_check
from pg_policies
order by schemaname, tablename, policyname;`,
  },
]

const FUNCTIONS: readonly QueryTemplate[] = [
  {
    id: 'timestamps',
    name: 'Keep created_at and updated_at',
    description: 'A trigger sets the time of the last change, whatever the client sends.',
    category: 'Functions and triggers',
    effect: 'changes',
    sql: `create table tasks (
  id bigint generated always as identity primary key,
  title text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table tasks enable row level security;

create function set_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.updated_at = now();
  return new;
end
$$;

create trigger set_updated_at before update on tasks
  for each row execute function set_updated_at();`,
  },
  {
    id: 'increment',
    name: 'Increment a counter',
    description:
      'A function that clients call with rpc(). It changes the row in one statement, so no click is lost.',
    category: 'Functions and triggers',
    effect: 'changes',
    sql: `create table counters (name text primary key, value bigint not null default 0);
alter table counters enable row level security;

create function increment(counter text, step bigint default 1) returns bigint
language sql set search_path = pg_catalog, pg_temp as $$
  insert into public.counters as c (name, value) values (counter, step)
  on conflict (name) do update set value = c.value + excluded.value
  returning value
$$;

select increment('visits');`,
  },
  {
    id: 'audit-trail',
    name: 'Record changes of a table',
    description: 'A trigger writes the old and the new row of each change into a table.',
    category: 'Functions and triggers',
    effect: 'changes',
    sql: `create table prices (id bigint primary key, amount numeric not null);
create table changes (
  id bigint generated always as identity primary key,
  table_name text not null,
  operation text not null,
  old_row jsonb,
  new_row jsonb,
  changed_by text not null default current_user,
  changed_at timestamptz not null default now()
);
alter table prices enable row level security;
alter table changes enable row level security;

create function record_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.changes (table_name, operation, old_row, new_row)
  values (tg_relid::regclass::text, tg_op, to_jsonb(old), to_jsonb(new));
  return null;
end
$$;

create trigger record_change after insert or update or delete on prices
  for each row execute function record_change();`,
  },
]

const SERVICES: readonly QueryTemplate[] = [
  {
    id: 'cron-job',
    name: 'Run SQL on a schedule',
    description: 'A job that deletes old rows every night at three (UTC).',
    category: 'Services',
    effect: 'changes',
    sql: `create table events (id bigint primary key, created_at timestamptz not null default now());
alter table events enable row level security;
create index on events (created_at);

select cron.schedule(
  'delete old events',
  '0 3 * * *',
  $$delete from events where created_at < now() - interval '90 days'$$
);

select jobid, jobname, schedule, active from cron.job;
-- select cron.unschedule('delete old events');`,
  },
  {
    id: 'queue',
    name: 'Send and receive messages',
    description: 'A queue with one message, which is read and then archived.',
    category: 'Services',
    effect: 'changes',
    sql: `select pgmq.create('emails');
select pgmq.send('emails', '{"to": "ada@example.com", "subject": "Welcome"}');

-- Hides the message from other readers for 30 seconds.
select msg_id, read_ct, message from pgmq.read('emails', 30, 1);
select pgmq.archive('emails', 1);`,
  },
  {
    id: 'realtime',
    name: 'Send changes of a table to clients',
    description:
      'Adds a table to the publication of Realtime, with the old row in updates and deletes.',
    category: 'Services',
    effect: 'changes',
    sql: `create table messages (
  id bigint generated always as identity primary key,
  room text not null,
  body text not null,
  created_at timestamptz not null default now()
);
alter table messages enable row level security;
create policy "Everyone reads messages" on messages for select using (true);

alter table messages replica identity full;
alter publication supabase_realtime add table messages;`,
  },
  {
    id: 'recent-users',
    name: 'List recent users',
    description: 'The last 100 users to sign up, with their last sign-in.',
    category: 'Services',
    effect: 'reads',
    sql: `select id, email, phone, created_at, last_sign_in_at, email_confirmed_at is not null as is_confirmed
from auth.users
order by created_at desc
limit 100;`,
  },
]

const PERFORMANCE: readonly QueryTemplate[] = [
  {
    id: 'running-queries',
    name: 'Show running queries',
    description: 'What each session does, for how long, and what it waits for.',
    category: 'Performance',
    effect: 'reads',
    sql: `select pid, usename, application_name, state, wait_event_type, wait_event,
       now() - query_start as running_for, left(query, 200) as query
from pg_stat_activity
where state <> 'idle' and pid <> pg_backend_pid()
order by query_start;
-- select pg_cancel_backend(<pid>);`,
  },
  {
    id: 'locks',
    name: 'Find who blocks whom',
    description: 'Sessions that wait for a lock, and the sessions that hold it.',
    category: 'Performance',
    effect: 'reads',
    sql: `select waiting.pid as waiting_pid,
       left(waiting.query, 100) as waiting_query,
       now() - waiting.query_start as waiting_for,
       blocking.pid as blocking_pid,
       blocking.state as blocking_state,
       left(blocking.query, 100) as blocking_query
from pg_stat_activity waiting
cross join lateral unnest(pg_blocking_pids(waiting.pid)) as blocker (pid)
join pg_stat_activity blocking on blocking.pid = blocker.pid
order by waiting.query_start;`,
  },
  {
    id: 'sequential-scans',
    name: 'Find tables that need an index',
    description: 'Large tables that are mostly read from the first to the last row.',
    category: 'Performance',
    effect: 'reads',
    sql: `select relid::regclass as table_name, n_live_tup as rows,
       seq_scan, idx_scan, seq_tup_read / greatest(seq_scan, 1) as rows_per_scan,
       pg_size_pretty(pg_relation_size(relid)) as size
from pg_stat_user_tables
where seq_scan > coalesce(idx_scan, 0) and n_live_tup > 1000
order by seq_tup_read desc
limit 20;`,
  },
  {
    id: 'unused-indexes',
    name: 'Find unused indexes',
    description:
      'Indexes that no query has used since the statistics were reset. Unique ones are left out.',
    category: 'Performance',
    effect: 'reads',
    sql: `select s.relid::regclass as table_name, s.indexrelid::regclass as index_name, s.idx_scan,
       pg_size_pretty(pg_relation_size(s.indexrelid)) as size
from pg_stat_user_indexes s
join pg_index i on i.indexrelid = s.indexrelid
where s.idx_scan = 0 and not i.indisunique
order by pg_relation_size(s.indexrelid) desc
limit 50;`,
  },
  {
    id: 'unindexed-foreign-keys',
    name: 'Find foreign keys without an index',
    description: 'Deleting a referenced row reads the whole referencing table without one.',
    category: 'Performance',
    effect: 'reads',
    sql: `select c.conrelid::regclass as table_name, c.conname as foreign_key,
       pg_get_constraintdef(c.oid) as definition
from pg_constraint c
where c.contype = 'f'
  and c.connamespace::regnamespace::text not in ('auth', 'storage', 'realtime')
  and not exists (
    select from pg_index i
    where i.indrelid = c.conrelid
      and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)
order by 1, 2;`,
  },
  {
    id: 'cache-hits',
    name: 'Measure cache hits',
    description: 'The share of reads that memory served. Below 0.99, more memory may help.',
    category: 'Performance',
    effect: 'reads',
    sql: `select 'tables' as kind,
       round(sum(heap_blks_hit) / nullif(sum(heap_blks_hit) + sum(heap_blks_read), 0), 4) as hit_ratio
from pg_statio_user_tables
union all
select 'indexes',
       round(sum(idx_blks_hit) / nullif(sum(idx_blks_hit) + sum(idx_blks_read), 0), 4)
from pg_statio_user_indexes;`,
  },
]

const MAINTENANCE: readonly QueryTemplate[] = [
  {
    id: 'table-sizes',
    name: 'Show the largest tables',
    description: 'Sizes of tables, their indexes and their long values.',
    category: 'Maintenance',
    effect: 'reads',
    sql: `select c.oid::regclass as table_name,
       pg_size_pretty(pg_total_relation_size(c.oid)) as total,
       pg_size_pretty(pg_relation_size(c.oid)) as rows,
       pg_size_pretty(pg_indexes_size(c.oid)) as indexes,
       c.reltuples::bigint as estimated_rows
from pg_class c
join pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'm') and n.nspname not in ('pg_catalog', 'information_schema')
order by pg_total_relation_size(c.oid) desc
limit 20;`,
  },
  {
    id: 'bloat',
    name: 'Find dead rows',
    description: 'Tables with many rows that were deleted or changed since the last vacuum.',
    category: 'Maintenance',
    effect: 'reads',
    sql: `select relid::regclass as table_name, n_live_tup as live_rows, n_dead_tup as dead_rows,
       round(100.0 * n_dead_tup / greatest(n_live_tup + n_dead_tup, 1), 1) as dead_percent,
       last_vacuum, last_autovacuum, last_analyze, last_autoanalyze
from pg_stat_user_tables
where n_dead_tup > 0
order by n_dead_tup desc
limit 20;
-- vacuum (analyze) <table>;`,
  },
  {
    id: 'connections',
    name: 'Count connections',
    description: 'Connections by role and state, beside the maximum.',
    category: 'Maintenance',
    effect: 'reads',
    sql: `select usename, application_name, state, count(*),
       current_setting('max_connections')::int as maximum
from pg_stat_activity
where backend_type = 'client backend'
group by usename, application_name, state
order by count(*) desc;`,
  },
  {
    id: 'transaction-age',
    name: 'Check the age of transactions',
    description: 'How far tables are from a forced vacuum, and the oldest open transaction.',
    category: 'Maintenance',
    effect: 'reads',
    sql: `select c.oid::regclass as table_name, age(c.relfrozenxid) as transactions,
       round(100.0 * age(c.relfrozenxid) / current_setting('autovacuum_freeze_max_age')::bigint, 1)
         as percent_of_forced_vacuum
from pg_class c
where c.relkind in ('r', 't', 'm')
order by age(c.relfrozenxid) desc
limit 10;

select pid, usename, now() - xact_start as open_for, state, left(query, 100) as last_query
from pg_stat_activity
where xact_start is not null and pid <> pg_backend_pid()
order by xact_start
limit 10;`,
  },
]

export const QUERY_TEMPLATES: readonly QueryTemplate[] = [
  ...TABLES,
  ...ACCESS,
  ...FUNCTIONS,
  ...SERVICES,
  ...PERFORMANCE,
  ...MAINTENANCE,
]

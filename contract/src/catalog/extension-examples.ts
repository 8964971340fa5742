/**
 * SQL that shows what an extension does, to be run after installing it. Function names have no
 * schema, because `extensions` is in the search path of every role.
 */
export const EXTENSION_EXAMPLES: Readonly<Record<string, string>> = {
  amcheck: `create table orders (id int primary key);
select bt_index_check('orders_pkey');`,
  autoinc: `create sequence order_numbers;
create table orders (number int, item text);
create trigger number_orders before insert on orders
  for each row execute function autoinc(number, order_numbers);
insert into orders (item) values ('Tea') returning number;`,
  bloom: `create table readings (a int, b int, c int);
create index on readings using bloom (a, b, c);
select * from readings where b = 1 and c = 2;`,
  btree_gin: `create table notes (author int, tags text[]);
create index on notes using gin (author, tags);
select * from notes where author = 1 and tags @> '{home}';`,
  btree_gist: `create table bookings (room int, during tstzrange,
  exclude using gist (room with =, during with &&));
insert into bookings values (1, '[2030-01-01 10:00, 2030-01-01 11:00)');`,
  citext: `create table people (email citext unique);
insert into people values ('Ada@example.com');
select * from people where email = 'ada@EXAMPLE.com';`,
  cube: `select cube_distance(cube(array[0, 0]), cube(array[3, 4]));`,
  dict_int: `create text search dictionary short_numbers (template = intdict_template, maxlen = 4);
select ts_lexize('short_numbers', '12345678');`,
  dict_xsyn: `select ts_lexize('xsyn', 'supernova');`,
  earthdistance: `-- From Paris to Berlin, in metres.
select earth_distance(ll_to_earth(48.86, 2.35), ll_to_earth(52.52, 13.41));`,
  fuzzystrmatch: `select levenshtein('kitten', 'sitting'), soundex('Robert'), dmetaphone('Thompson');`,
  hstore: `create table products (attributes hstore);
insert into products values ('color => blue, size => L');
select attributes -> 'color' from products where attributes ? 'size';`,
  insert_username: `create table notes (text text, author text);
create trigger note_author before insert or update on notes
  for each row execute function insert_username(author);
insert into notes (text) values ('Hello') returning author;`,
  intarray: `create table posts (tags int[]);
create index on posts using gist (tags gist__int_ops);
select * from posts where tags @@ '1 & (2 | 3)';`,
  isn: `select isbn('978-0-393-04002-9'), isbn13('0-393-04002-X');`,
  lo: `create table pictures (title text, content lo);
create trigger remove_content before update or delete on pictures
  for each row execute function lo_manage(content);`,
  ltree: `create table categories (path ltree);
create index on categories using gist (path);
insert into categories values ('Top.Science'), ('Top.Science.Astronomy');
select * from categories where path <@ 'Top.Science';`,
  moddatetime: `create table notes (text text, updated_at timestamptz default now());
create trigger set_updated_at before update on notes
  for each row execute function moddatetime(updated_at);`,
  pg_cron: `select cron.schedule('nightly', '0 3 * * *', 'delete from sessions where expires_at < now()');
select cron.unschedule('nightly');`,
  pg_net: `select net.http_post('https://example.com/hook', '{"event": "hello"}'::jsonb);`,
  pg_stat_statements: `select calls, mean_exec_time, query from pg_stat_statements
order by total_exec_time desc limit 10;`,
  pg_trgm: `create table books (title text);
create index on books using gin (title gin_trgm_ops);
select title from books where title ilike '%whale%' order by similarity(title, 'moby dick') desc;`,
  pgcrypto: `select encode(digest('hello', 'sha256'), 'hex');
select crypt('secret', gen_salt('bf'));`,
  pgmq: `select pgmq.create('tasks');
select pgmq.send('tasks', '{"kind": "welcome"}');
select * from pgmq.read('tasks', 30, 1);`,
  pgrowlocks: `create table orders (id int primary key);
select * from pgrowlocks('orders');`,
  pgstattuple: `create table orders (id int primary key);
select dead_tuple_percent, free_percent from pgstattuple('orders');`,
  plpgsql: `do $$
begin
  raise notice 'Hello, %', current_user;
end $$;`,
  refint: `create table authors (id int primary key);
create table books (author int);
create trigger author_exists before insert or update on books
  for each row execute function check_primary_key('author', 'authors', 'id');`,
  seg: `select '6.2 .. 6.4'::seg && '6.3'::seg;`,
  supabase_vault: `select vault.create_secret('s3cret', 'api_key');
select decrypted_secret from vault.decrypted_secrets where name = 'api_key';`,
  tablefunc: `select * from crosstab(
  $$ values ('north', 'q1', 10), ('north', 'q2', 20), ('south', 'q1', 5), ('south', 'q2', 7) $$
) as sales (region text, q1 int, q2 int);`,
  tcn: `create table orders (id int primary key);
create trigger orders_changed after insert or update or delete on orders
  for each row execute function triggered_change_notification('orders');`,
  tsm_system_rows: `create table events (id int);
select * from events tablesample system_rows (100);`,
  tsm_system_time: `create table events (id int);
select * from events tablesample system_time (50);`,
  unaccent: `select unaccent('Hôtel Zürich');`,
  'uuid-ossp': `select uuid_generate_v5(uuid_ns_url(), 'https://example.com');`,
  vector: `create table documents (content text, embedding vector(3));
create index on documents using hnsw (embedding vector_cosine_ops);
select content from documents order by embedding <=> '[1, 2, 3]' limit 5;`,
  postgis: `create table places (name text, location geography(point));
create index on places using gist (location);
select name from places where st_dwithin(location, st_point(2.35, 48.86)::geography, 5000);`,
}

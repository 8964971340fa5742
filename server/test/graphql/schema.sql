comment on schema public is e'@graphql({"inflect_names": true})';

create type mood as enum ('happy', 'not-so');
comment on type mood is e'@graphql({"mappings": {"not-so": "NOT_SO"}})';
create type post_status as enum ('PENDING', 'RELEASED');

create table account (
  id serial primary key,
  email varchar(255) not null unique,
  nickname text,
  is_admin boolean not null default false,
  balance numeric(20, 4),
  visits bigint not null default 0,
  score double precision,
  profile jsonb,
  tags text[],
  big_numbers bigint[],
  mood mood,
  moods mood[],
  born date,
  created_at timestamptz not null default '2024-01-02T03:04:05.678901Z'
);
comment on table account is
  e'@graphql({"totalCount": {"enabled": true}, "aggregate": {"enabled": true}, "description": "Somebody"})';
comment on column account.nickname is e'@graphql({"name": "nick", "description": "For friends"})';

create table blog (
  id int primary key,
  owner_id int not null references account (id) on delete cascade,
  name varchar(255) not null,
  description text
);
create index on blog (owner_id);

create table blog_post (
  id uuid primary key default gen_random_uuid(),
  blog_id int not null references blog (id) on delete cascade,
  title text not null,
  status post_status not null default 'PENDING',
  position int
);
comment on constraint blog_post_blog_id_fkey on blog_post is
  e'@graphql({"foreign_name": "weblog", "local_name": "posts"})';

create table passport (
  id int primary key,
  account_id int unique references account (id)
);

create table seat (
  hall text,
  number int,
  note char(4),
  primary key (hall, number)
);

create table no_key (word text);

create view loud_account as select id, upper(email) as email from account;
comment on view loud_account is e'@graphql({
  "primary_key_columns": ["id"],
  "foreign_keys": [{"local_name": "loud", "local_columns": ["id"], "foreign_name": "quiet",
    "foreign_schema": "public", "foreign_table": "account", "foreign_columns": ["id"]}]
})';

insert into account (email, nickname, balance, visits, score, profile, tags, big_numbers, mood, moods, born) values
  ('ada@example.com', 'Ada', 12345678901234.5678, 9007199254740993, 1.5, '{"b": 1, "a": [2]}',
    '{red,"a,b"}', '{9007199254740993,null}', 'happy', '{happy,not-so}', '2000-02-29'),
  ('bob@example.com', null, null, 2, null, null, '{}', null, 'not-so', null, null),
  ('cat@example.com', 'Cat', 1, 3, 2.5, 'null', null, null, null, '{}', '1999-12-31'),
  ('dog@example.com', null, 2, 4, 3.5, null, null, null, null, null, null),
  ('eve@example.com', 'Eve', 3, 5, 4.5, null, null, null, null, null, null);
insert into blog select n, (n - 1) / 2 + 1, 'Blog ' || n, case when n % 2 = 0 then 'even' end
  from generate_series(1, 6) as n;
insert into blog_post (id, blog_id, title, status, position)
  select ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, (n - 1) % 3 + 1, 'Post ' || n,
    case when n % 2 = 0 then 'RELEASED' else 'PENDING' end::post_status, nullif(n % 4, 0)
  from generate_series(1, 12) as n;
insert into passport values (1, 1), (2, 2), (3, null);
insert into seat values ('a', 1, 'x'), ('a', 2, null), ('b', 1, 'long');

create function _initial(a account) returns text language sql stable as 'select left(a.email, 1)';
create function not_marked(a account) returns text language sql stable as 'select 1::text';
create function many_blogs(account) returns setof blog language sql stable
  as 'select * from blog where owner_id >= $1.id';
create function first_blog(account) returns blog language sql stable
  as 'select * from blog where owner_id = $1.id order by id limit 1';
create function add_nums(a int, b int default 10) returns int language sql immutable
  as 'select a + b';
create function join_words(words text[]) returns text language sql immutable
  as $$select array_to_string(words, '-')$$;
create function accounts_by_domain(domain_part text) returns setof account language sql stable
  as $$select * from account where email like '%' || domain_part$$;
create function account_by_email(email text) returns account language sql stable
  as 'select * from account where account.email = account_by_email.email';
create function add_account(email text) returns account language sql volatile
  as 'insert into account (email) values (email) returning *';
create function touch_all() returns setof account language sql volatile
  as 'update account set visits = visits + 1 returning *';
create function overloaded(a int) returns int language sql as 'select 1';
create function overloaded(a text) returns int language sql as 'select 1';
create function nothing(a int) returns void language sql as 'select 1';
create function nameless(int) returns int language sql as 'select 1';

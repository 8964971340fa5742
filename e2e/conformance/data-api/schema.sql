-- The tables for the Data API's conformance scenarios: harbours and the ships that call there.

create table harbours (
  id int primary key,
  name text not null unique,
  country text not null,
  depth numeric(4, 1),
  berths int,
  is_open boolean,
  opened date
);
create table companies (
  id int primary key,
  name text not null,
  founded int,
  parent_id int references companies (id)
);
create table ships (
  id int primary key,
  name text not null,
  tonnage int not null,
  price numeric(8, 2),
  built date,
  tags text[] not null default '{}',
  specs jsonb not null default '{}',
  owner_id int not null references companies (id),
  operator_id int references companies (id),
  home_id int references harbours (id),
  active boolean,
  draught int4range,
  log tsvector,
  remark text
);
create table certificates (
  ship_id int primary key references ships (id) on delete cascade,
  issuer text not null
);
create table cargoes (id int primary key, name text not null);
create table ship_cargoes (
  ship_id int references ships (id) on delete cascade,
  cargo_id int references cargoes (id),
  tonnes int not null,
  primary key (ship_id, cargo_id)
);
create table docks (
  harbour_id int references harbours (id),
  number int,
  length int not null,
  primary key (harbour_id, number)
);
create table cranes (
  id int primary key,
  harbour_id int,
  dock_number int,
  lifts int not null,
  foreign key (harbour_id, dock_number) references docks (harbour_id, number)
);
create table calls (
  id int primary key,
  ship_id int not null references ships (id) on delete cascade,
  harbour_id int not null references harbours (id),
  day date not null,
  crew int not null,
  fee numeric(8, 2)
);

insert into harbours values
  (1, 'Bergen', 'NO', 11.5, 8, true, '1901-05-01'),
  (2, 'Lorient', 'FR', 8.0, 4, true, '1950-01-01'),
  (3, 'Porto', 'PT', 7.5, null, false, null),
  (4, 'Varna', 'BG', null, 2, null, '1906-05-31');
insert into companies values
  (1, 'North Line', 1900, null), (2, 'Fjord Freight', 1950, 1),
  (3, 'Blue Tug', 1999, 1), (4, 'Idle Co', null, 2);
insert into ships values
  (1, 'Albatross', 5000, 120.50, '1990-06-01', '{cargo,old}',
    '{"crew":{"min":5,"max":9},"ports":["A","B"],"code":"AL-1"}', 1, 2, 1, true, '[2,4)',
    to_tsvector('english', 'slow steady voyage'), null),
  (2, 'Beluga', 800, 15.00, '2005-01-15', '{ferry}',
    '{"crew":{"min":2},"ports":[],"code":"BE-2"}', 2, 2, 1, false, '[1,2)',
    to_tsvector('english', 'fast voyage north'), 'painted, twice'),
  (3, 'Cormorant', 12000, null, null, '{}', '{"code":null}', 2, null, 2, null, null, null,
    'say "ahoy"'),
  (4, 'Dolphin', 800, 15.00, '2010-12-31', '{ferry,new}', '{}', 3, 3, null, true, '[3,6)',
    to_tsvector('english', 'steady harbour'), 'a.b(c)');
insert into certificates values (1, 'DNV'), (3, 'BV');
insert into cargoes values (1, 'grain'), (2, 'timber'), (3, 'steel');
insert into ship_cargoes values (1, 1, 100), (1, 2, 50), (3, 1, 700), (4, 3, 5);
insert into docks values (1, 1, 200), (1, 2, 150), (2, 1, 90);
insert into cranes values (1, 1, 1, 40), (2, 1, 1, 60), (3, 2, 1, 25), (4, null, null, 10);
insert into calls values
  (1, 1, 1, '2024-01-01', 9, 100.00), (2, 1, 2, '2024-01-02', 8, 50.50),
  (3, 2, 1, '2024-01-01', 2, 10.00), (4, 4, 1, '2024-02-01', 3, null),
  (5, 4, 3, '2024-02-02', 3, 20.00);

-- Views.
create view big_ships as
  select id, name as title, tonnage, owner_id, home_id from ships where tonnage >= 1000;
create view bigger_ships as select id, title, home_id as port from big_ships where tonnage > 6000;
create view ship_list as
  select ships.id, ships.name, harbours.name as harbour
  from ships left join harbours on harbours.id = ships.home_id;
create view two_homes as select id, home_id as home, home_id as haven from ships;
create view company_tree as select id, name, parent_id from companies;
create materialized view harbour_fees as
  select harbour_id, sum(fee) as total from calls group by harbour_id;
create view crane_list as select id, harbour_id, dock_number, lifts from cranes;
create view port_sheet as select id, name, country from harbours;
create function put_sheet() returns trigger language plpgsql as $$
begin
  insert into harbours (id, name, country) values (new.id, new.name, new.country);
  return new;
end
$$;
create trigger put_sheet instead of insert on port_sheet for each row execute function put_sheet();

-- Tables to write into.
create table codes (
  code text primary key,
  meaning text unique,
  uses int default 1
);
insert into codes values ('A', 'alpha', 5), ('B', 'bravo', 2);
create table slots (day date, hour int, ship text, note text default 'none', primary key (day, hour));
insert into slots values ('2024-01-01', 8, 'Albatross', 'early'), ('2024-01-01', 9, 'Beluga', 'late');
create table pairs (a text, b text);
insert into pairs values ('1', 'one');
create table only_keys (id int primary key);
insert into only_keys values (1), (2);
create table crates (
  id int generated by default as identity primary key,
  label text not null default 'plain',
  weight numeric check (weight > 0),
  stamped boolean not null default true
);
insert into crates (id, label, weight) values (1, 'first', 10), (2, 'second', 2.5), (3, 'third', null);
select setval(pg_get_serial_sequence('crates', 'id'), 1000);
create table boxes (id int primary key, width int, height int, area int generated always as (width * height) stored);
insert into boxes values (1, 2, 3);
create domain grade as int default 3;
create table crewmen (id int primary key, grade grade, pay grade default 7, name text);
create table lanes (near int, far int, label text, primary key (far, near));
create table tides (at timestamp primary key, is_high boolean);
create domain told as tsvector;
create domain well_told as told check (value <> '');
create table tales (id int primary key, once told, twice well_told);
insert into tales values (1, 'kraken', 'storm'), (2, 'storm', 'kraken');
create table gates (gate int primary key, label text);
create table queues (queue int primary key, label text);
create view gate_queues as
  select queues.queue, gates.gate, gates.label from gates left join queues on queue = gate;
create function open_gate() returns trigger language plpgsql as $$begin return new; end$$;
create trigger open_gate instead of insert on gate_queues for each row execute function open_gate();
create table serials (id int generated always as identity primary key, label text);
create table readings (place text, year int, value int, primary key (place, year)) partition by range (year);
create table readings_old partition of readings for values from (1900) to (2000);
create table readings_new partition of readings for values from (2000) to (2100);
insert into readings values ('bow', 1999, 1), ('bow', 2001, 2), ('stern', 2001, 3);
create type flag as enum ('red', 'green');
create domain short_word as varchar(7);
create domain sure_word as text not null;
create domain night_flag as flag;
create table gauges (
  id int primary key, needle bit(5), short short_word, sure sure_word, flag night_flag, told well_told
);
create table samples (
  id int primary key,
  flag flag,
  stamp timestamptz,
  at time,
  amount money,
  token uuid,
  raw bytea,
  plain json,
  matrix int[],
  span interval,
  big bigint,
  double double precision,
  point point
);
insert into samples values (1, 'red', '2024-03-01 12:00:00+00', '13:14:15', '$3.99',
  '00000000-0000-4000-8000-000000000001', '\x00ff', '{"b":1, "a":[1,2]}', '{{1,2},{3,4}}',
  '1 day 02:00:00', 9007199254740993, 0.1, '(1,2)');
create table nothing (id int primary key, label text);
create table "Ship Types" (
  "Type Name" text primary key,
  "max.load" int,
  "a:b" text,
  "x,y" text,
  "say ""hi""" text
);
insert into "Ship Types" values ('Tanker', 10, 'colon', 'comma', 'quote'), ('Ice Breaker', 5, 'c', 'd', 'e');
create table "порты" ("имя" text primary key, "страна" text);
insert into "порты" values ('Одесса', 'UA'), ('Café', 'FR');
create table texts (id int primary key, body text);
insert into texts values (1, 'plain words'), (2, '100%'), (3, 'under_score'), (4, 'star*star'),
  (5, 'back\slash'), (6, 'comma, dot.'), (7, '(brackets)'), (8, '"quoted"'), (9, ''), (10, 'null'),
  (11, '😀 emoji'), (12, 'a&b=c');

create table notes (
  id int generated by default as identity primary key,
  owner text not null default (current_setting('request.jwt.claims', true)::json ->> 'sub'),
  body text not null
);
insert into notes values (1, 'user-1', 'mine'), (2, 'user-2', 'theirs');
select setval(pg_get_serial_sequence('notes', 'id'), 100);
alter table notes enable row level security;
create policy own on notes to authenticated
  using (owner = (select current_setting('request.jwt.claims', true)::json ->> 'sub'))
  with check (owner = (select current_setting('request.jwt.claims', true)::json ->> 'sub'));
create table vault (id int primary key, word text);
insert into vault values (1, 'hush');
create table inbox (id int primary key, body text);
create table readonly (id int primary key, word text);
insert into readonly values (1, 'look');

-- A trigger that raises an error or sets the response's headers and status.
create table loud (id int primary key, word text);
insert into loud values (1, 'x');
create function shout_back() returns trigger language plpgsql as $$
begin
  if new.word = 'teapot' then
    raise sqlstate 'PT418' using message = 'short and stout', detail = 'tip me over', hint = 'pour me out';
  end if;
  if new.word = 'header' then
    perform set_config('response.headers', '[{"X-Loud": "very"}, {"X-More": "yes"}]', true);
    perform set_config('response.status', '202', true);
  end if;
  return new;
end
$$;
create trigger shout_back before insert or update on loud for each row execute function shout_back();

-- Relationships through a junction from a table to itself, and ambiguous relationships.
create table routes (
  id int primary key,
  start_id int not null references harbours (id),
  finish_id int not null references harbours (id),
  ship_id int references ships (id)
);
insert into routes values (1, 1, 2, 1), (2, 2, 3, 1), (3, 1, 3, null);
create table people (id int primary key, name text not null);
create table follows (
  follower int references people (id), followed int references people (id),
  primary key (follower, followed)
);
insert into people values (1, 'one'), (2, 'two'), (3, 'three');
insert into follows values (1, 2), (1, 3), (2, 3);
-- Few rows that reference others in reverse order. A hash join on them would change their order.
create table flags (id int primary key, name text);
create table sails (id int primary key, flag_id int references flags (id));
insert into flags select number, 'flag ' || number from generate_series(1, 50) as number;
insert into sails select number, 51 - number * 5 from generate_series(1, 10) as number;
analyze flags, sails;
-- A junction that connects the same two rows more than once.
create table tours (id int primary key, name text);
create table isles (id int primary key, name text);
create table moorings (tour_id int references tours (id), isle_id int references isles (id), turn int, primary key (tour_id, isle_id, turn));
insert into tours values (1, 'north'), (2, 'south');
insert into isles values (1, 'Runde'), (2, 'Groix');
insert into moorings values (1, 1, 1), (1, 2, 2), (1, 1, 3);
-- Two tables that reference each other.
create table crews (id int primary key, captain_id int);
create table captains (id int primary key, crew_id int references crews (id));
alter table crews add foreign key (captain_id) references captains (id);
create table teams (id int primary key, name text);
create table team_people (team_id int references teams (id), person_id int references people (id), primary key (team_id, person_id));
create table team_helpers (team_id int references teams (id), person_id int references people (id), primary key (team_id, person_id));
insert into teams values (1, 'deck'), (2, 'engine');
insert into team_people values (1, 1), (1, 2);
insert into team_helpers values (1, 3);

-- Computed relationships and columns, which are functions of a row.
create function label(ships) returns text language sql stable as $$select $1.name || ' (' || $1.tonnage || ' t)'$$;
create function is_heavy(ships) returns boolean language sql stable as 'select $1.tonnage > 1000';
create function heavy_ships(companies) returns setof ships language sql stable
  as 'select * from public.ships where owner_id = $1.id and tonnage > 1000';
create function first_ship(companies) returns setof ships rows 1 language sql stable
  as 'select * from public.ships where owner_id = $1.id order by id limit 1';
create function cargoes(harbours) returns setof cargoes language sql stable
  as 'select * from public.cargoes where id = $1.id';

-- Functions.
create function add(a int, b int) returns int language sql immutable as 'select a + b';
create function greet(name text default 'sailor') returns text language sql immutable as $$select 'ahoy ' || name$$;
create function join_words(variadic words text[]) returns text language sql immutable as $$select array_to_string(words, '+')$$;
create function join_more(glue text, variadic words text[] default '{}') returns text language sql immutable
  as 'select array_to_string(words, glue)';
create function join_any(variadic words text[] default '{none}') returns text language sql immutable
  as $$select array_to_string(words, '+')$$;
create function count_to(n int) returns setof int language sql immutable as 'select generate_series(1, n)';
create function no_numbers() returns setof int language sql immutable as 'select 1 where false';
create function nothing_at_all() returns int language sql immutable as 'select null::int';
create function ships_over(at_least int) returns setof ships language sql stable
  as 'select * from public.ships where tonnage >= at_least order by id';
create function one_ship(which int) returns ships language sql stable as 'select * from public.ships where id = which';
create function ship_pairs() returns table (ship text, tonnes int) language sql stable
  as 'select name, tonnage from public.ships order by id';
create function one_column() returns table (word text) language sql immutable as $$values ('x'), ('y')$$;
create function out_both(out low int, out high int) language sql immutable as 'select 1, 9';
create function out_one(out lone int) language sql immutable as 'select 7';
create function in_out(inout n int) language sql immutable as 'select n * 2';
create function any_record() returns record language sql immutable as $$select 1 as a, 'b' as b$$;
create function any_records(n int) returns setof record language sql immutable
  as $$select x as a, 'r' || x as b from generate_series(1, n) as x$$;
create domain afloat as ships;
create domain well_afloat as afloat;
create function all_afloat(at_least int) returns setof well_afloat language sql stable
  as 'select ships::public.well_afloat from public.ships where tonnage >= at_least order by id';
create function one_afloat() returns afloat language sql stable
  as 'select ships::public.afloat from public.ships where id = 2';
create function nameless(int) returns int language sql immutable as 'select $1';
create function same_name() returns table (same_name text, other int) language sql immutable as $$select 'x', 1$$;
create function take_chars(c char, list char[]) returns text language sql immutable as $$select c || '/' || list[1]$$;
create function take_bits(b bit) returns text language sql immutable as 'select b::text';
create function do_nothing() returns void language sql as '';
create function add_code(code text, meaning text default null) returns void language sql
  as 'insert into public.codes values (code, meaning, 0)';
create function set_codes(n int) returns setof codes language sql as 'update public.codes set uses = n returning *';
create function read_write() returns int language sql volatile as 'update public.crates set weight = 1 returning id';
create function stable_write() returns void language plpgsql stable as $$begin update public.crates set weight = 1; end$$;
create function echo_json(json) returns json language sql immutable as 'select $1';
create function echo_jsonb(jsonb) returns jsonb language sql immutable as 'select $1';
create function echo_text(text) returns text language sql immutable as 'select $1';
create function echo_bytes(bytea) returns int language sql immutable as 'select length($1)';
create function echo_xml(xml) returns text language sql immutable as 'select xmlserialize(content $1 as text)';
create function either(x int) returns text language sql immutable as $$select 'x'$$;
create function either(x int, y int) returns text language sql immutable as $$select 'xy'$$;
create function either(jsonb) returns text language sql immutable as $$select 'body'$$;
create function twice(x int) returns text language sql immutable as $$select 'int'$$;
create function twice(x text) returns text language sql immutable as $$select 'text'$$;
create function take_array(list int[]) returns int language sql immutable as 'select coalesce(array_length(list, 1), 0)';
create function take_json(doc json) returns text language sql immutable as $$select doc ->> 'k'$$;
create function take_flag(f flag) returns text language sql immutable as 'select f::text';
create function take_ship(s ships) returns text language sql immutable as 'select s.name';
create function take_date(d date) returns date language sql immutable as 'select d + 1';
create function take_bool(b boolean) returns boolean language sql immutable as 'select not b';
create function "Odd Name"("Big Arg" text) returns text language sql immutable as 'select "Big Arg"';
create function my_role() returns text language sql stable as 'select current_user::text';
create function request_sheet() returns json language sql stable as $$
  select json_build_object(
    'method', current_setting('request.method', true),
    'path', current_setting('request.path', true),
    'header', current_setting('request.headers', true)::json ->> 'x-tint',
    'cookie', current_setting('request.cookies', true)::json ->> 'berth',
    'sub', current_setting('request.jwt.claims', true)::json ->> 'sub',
    'role', current_setting('request.jwt.claims', true)::json ->> 'role'
  )
$$;
create function nested_claim() returns text language sql stable
  as $$select current_setting('request.jwt.claims', true)::json #>> '{app,ports,1}'$$;
create function show_setting(name text) returns text language sql stable as 'select current_setting(name, true)';
create function slow_setting() returns text language sql stable set statement_timeout = '4s'
  as $$select current_setting('statement_timeout')$$;
create function in_transaction() returns text language sql volatile
  as $$select current_setting('transaction_read_only')$$;
create function stable_transaction() returns text language sql stable
  as $$select current_setting('transaction_read_only')$$;
create function now_there() returns timestamptz language sql stable as $$select timestamptz '2024-06-01 12:00:00+00'$$;

-- Functions that raise errors.
create function fail(state text, message text default 'refused', detail text default null, hint text default null)
returns void language plpgsql as $$
begin
  if detail is null and hint is null then
    raise exception using errcode = state, message = message;
  end if;
  raise exception using errcode = state, message = message, detail = coalesce(detail, ''), hint = coalesce(hint, '');
end
$$;
create function fail_plainly() returns void language plpgsql as $$begin raise 'plain'; end$$;
create function fail_whole(message text, detail text default null) returns void language plpgsql as $$
begin
  if detail is null then raise sqlstate 'PGRST' using message = message; end if;
  raise sqlstate 'PGRST' using message = message, detail = detail;
end
$$;
create function set_response(headers text default null, status text default null) returns text language plpgsql as $$
begin
  if headers is not null then perform set_config('response.headers', headers, true); end if;
  if status is not null then perform set_config('response.status', status, true); end if;
  return 'done';
end
$$;
create function set_response_stable() returns text language plpgsql stable as $$
begin
  perform set_config('response.headers', '[{"Cache-Control": "public"}, {"Cache-Control": "max-age=60"}]', true);
  return 'kept';
end
$$;
create view broken as select (select id from ships) as id;

-- Custom media types.
create domain "text/html" as text;
create domain "image/svg" as bytea;
create domain "text/vnd.list" as text;
create domain "application/vnd.any" as text;
create domain "*/*" as bytea;
create domain "text/xml" as xml;
create domain "application/vnd.crew+json" as text;
create function pages() returns setof "text/html" language sql immutable as $$values ('<b>1</b>'::"text/html"), ('<b>2</b>')$$;
create function sheet() returns "text/xml" language sql immutable as $$select E'\n<port/>'::xml::"text/xml"$$;
create function crew() returns "application/vnd.crew+json" language sql immutable as $$select '["mate"]'::"application/vnd.crew+json"$$;
create function page() returns "text/html" language sql immutable as $$select '<b>port</b>'::"text/html"$$;
create function page(n int) returns text language sql immutable as $$select 'page ' || n$$;
create function drawing() returns "image/svg" language sql immutable as $$select '\x3c7376672f3e'::"image/svg"$$;
create function whatever() returns "*/*" language sql immutable as $$select 'anything'::bytea$$;
create function own_type() returns "*/*" language plpgsql as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "app/own"}]', true);
  return 'own'::bytea;
end
$$;
create function list_next(state "text/vnd.list", next cargoes) returns "text/vnd.list"
  language sql immutable as $$select (state || next.name || ';')::"text/vnd.list"$$;
create aggregate list_all(cargoes) (sfunc = list_next, stype = "text/vnd.list", initcond = '');
create function any_next(state "application/vnd.any", next anyelement) returns "application/vnd.any"
  language sql immutable as $$select (state || next::text || E'\n')::"application/vnd.any"$$;
create aggregate any_all(anyelement) (sfunc = any_next, stype = "application/vnd.any", initcond = '');

-- A domain with a custom representation.
create domain cents as int;
create function to_json(cents) returns json language sql immutable as $$select to_json('€' || ($1::int / 100.0)::numeric(10, 2))$$;
create function cents_of(text) returns cents language sql immutable as $$select (replace($1, '€', '')::numeric * 100)::int::public.cents$$;
create function cents_of(json) returns cents language sql immutable as $$select public.cents_of($1 #>> '{}')$$;
create cast (cents as json) with function to_json(cents) as implicit;
create cast (json as cents) with function cents_of(json) as implicit;
create cast (text as cents) with function cents_of(text) as implicit;
create table tariffs (id int primary key, label text, price cents);
insert into tariffs values (1, 'tow', 1250), (2, 'pilot', 99900), (3, 'free', null);

-- The pre-request function.
create function gate() returns void language plpgsql as $$
begin
  if current_setting('request.headers', true)::json ->> 'x-stop' is not null then
    raise sqlstate 'PT429' using message = 'too often', hint = 'wait';
  end if;
  perform set_config('response.headers', '[{"X-Gate": "passed"}]', true);
end
$$;

-- A second schema, which is exposed, and a third, which is not.
create schema shop;
create table shop.items (id int primary key, name text not null, price numeric(8, 2));
create table shop.orders (id int primary key, item_id int references shop.items (id), amount int not null);
insert into shop.items values (1, 'rope', 9.50), (2, 'anchor', 80);
insert into shop.orders values (1, 1, 3), (2, 2, 1), (3, 1, 2);
create function shop.total() returns numeric language sql stable as 'select sum(amount * price) from shop.orders join shop.items on items.id = item_id';
create schema hold;
create table hold.boxes (id int primary key, label text);
insert into hold.boxes values (1, 'below');
create table hold.nodes (id int primary key, above int references hold.nodes (id));
insert into hold.nodes values (1, null), (2, 1);
create view hold_nodes as select id, above from hold.nodes;
create view hold_boxes as select id, label from hold.boxes;
create function hold.secret_word() returns text language sql immutable as $$select 'deep'$$;

comment on schema public is E'Harbour office\nShips, their owners and where they call.';
comment on table harbours is E'Where ships call\n\nOne row a harbour.';
comment on column harbours.depth is 'Metres at low water';
comment on function add(int, int) is E'Adds\n\nTwo numbers.';

grant usage on schema shop to anon, authenticated, service_role;
grant all on all tables in schema public, shop to anon, authenticated, service_role;
grant execute on all functions in schema public, shop to anon, authenticated, service_role;
grant all on all sequences in schema public to anon, authenticated, service_role;
revoke all on vault from anon, authenticated;
revoke all on inbox from anon;
grant insert on inbox to anon;
revoke insert, update, delete, truncate on readonly from anon, authenticated;
revoke execute on function my_role() from public, anon;

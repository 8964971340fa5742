-- Added to `test-schema.sql` for tests that need more.

comment on schema public is E'Library\nBooks and who wrote them';
comment on table genres is E'Kinds of books\n\nOnly the big ones.';
comment on column genres.label is 'What it is called';

-- Keys of several columns, a table that refers to another by both, partitions, a materialized view.
create table shelves (hall text, number int, width int default 80, primary key (hall, number));
create table copies (
  id int primary key,
  hall text,
  shelf int,
  book_id int references books (id),
  foreign key (hall, shelf) references shelves (hall, number)
);
insert into shelves values ('A', 1, 80), ('A', 2, 90), ('B', 1, 100);
insert into copies values (1, 'A', 1, 1), (2, 'A', 1, 2), (3, 'B', 1, 1);
create table loans (id int, month date, copy_id int references copies (id), days int,
  primary key (id, month)) partition by range (month);
create table loans_2025 partition of loans for values from ('2025-01-01') to ('2026-01-01');
create table loans_2026 partition of loans for values from ('2026-01-01') to ('2027-01-01');
insert into loans values (1, '2025-03-01', 1, 10), (2, '2026-03-01', 1, 20), (3, '2026-04-01', 3, 5);
create materialized view book_counts as select author_id, count(*) as amount from books group by author_id;
create materialized view dear_books as select id, title, author_id from books where price >= 9;
create view with_cte as with chosen as (select id, title, author_id from books) select * from chosen;
create view view_of_view as select id as book, name, author_id as writer from cheap_books;
create view cover_pictures as select book_id as book, url from covers;
create view either as select id, author_id from books union select id, author_id from books;

-- Relationships and columns that are functions of a row.
create function bestsellers(authors) returns setof books language sql stable
  as 'select * from public.books where author_id = $1.id and price > 6';
create function first_work(authors) returns setof books rows 1 language sql stable
  as 'select * from public.books where author_id = $1.id order by id limit 1';
create function name_length(authors) returns int language sql stable as 'select length($1.name)';

-- The same in a schema that is not exposed.
create schema workshop;
grant usage on schema workshop to anon, authenticated, service_role;
create function workshop.drafts(public.authors) returns setof public.books language sql stable
  as 'select * from public.books where author_id = $1.id and published is not true order by id';
create function workshop.initials(public.authors) returns text language sql stable
  as $$select left($1.name, 1)$$;

-- Functions that set the isolation level of their transaction.
create function how_isolated() returns text language sql stable
  as $$select current_setting('transaction_isolation')$$;
create function how_serializable() returns text language sql
  set default_transaction_isolation = 'SERIALIZABLE'
  as $$select current_setting('transaction_isolation')$$;
create function how_repeatable() returns text language sql stable
  set default_transaction_isolation = 'repeatable read'
  as $$select current_setting('transaction_isolation')$$;
create function two_rows_as_one() returns int language sql
  as 'select (select id from public.authors)';

-- Functions that are called in different ways.
create function same(x int) returns text language sql immutable as $$select 'one'$$;
create function same(x int, y int) returns text language sql immutable as $$select 'two'$$;
create function same(x int, y int, z int default 0) returns text language sql immutable
  as $$select 'three'$$;
create function either_way(jsonb) returns text language sql immutable as $$select 'whole'$$;
create function either_way(a int) returns text language sql immutable as $$select 'named'$$;
create function say(text) returns text language sql immutable as $$select 'said ' || $1$$;
create function weigh(bytea) returns int language sql immutable as 'select length($1)';
create domain "text/xml" as xml;
create domain "text/plain" as text;
create domain "application/octet-stream" as bytea;
create function mark_up(xml) returns "text/xml" language sql immutable as 'select $1::"text/xml"';
create function bytes() returns "application/octet-stream" language sql immutable
  as $$select '\x00ff10'::"application/octet-stream"$$;
create function any_rows(n int) returns setof record language sql immutable
  as $$select x as number, 'row ' || x as label from generate_series(1, n) as x$$;
create function raise_phrase(phrase text) returns void language plpgsql as $$
begin
  raise sqlstate 'PGRST' using
    message = '{"code":"P","message":"m"}',
    detail = json_build_object('status', 432, 'status_text', phrase, 'headers', json_build_object());
end
$$;
create function hello(name text default 'you') returns "text/plain" language sql immutable
  as $$select ('hello ' || name)::"text/plain"$$;
create function my_timeout() returns text language sql stable set statement_timeout = '7s'
  as $$select current_setting('statement_timeout')$$;
create function check_request() returns void language plpgsql as $$
begin
  if current_setting('request.headers', true)::json ->> 'x-refuse' is not null then
    raise sqlstate 'PT403' using message = 'refused by the pre-request';
  end if;
  perform set_config('response.headers', '[{"X-Checked": "yes"}]', true);
end
$$;
create function touch_authors() returns setof authors language sql
  as 'update public.authors set born = born returning *';

-- The project's own media types.
create domain "image/png" as bytea;
create domain "text/html" as text;
create domain "*/*" as bytea;
create domain "application/vnd.lines" as text;
create domain "text/tab-separated-values" as text;
create function picture() returns "image/png" language sql immutable as $$select '\x89504e47'::"image/png"$$;
create function page() returns "text/html" language sql immutable as $$select '<p>hi</p>'::"text/html"$$;
create function anything() returns "*/*" language plpgsql as $$
begin
  perform set_config('response.headers', '[{"Content-Type": "text/x-own"}]', true);
  return 'own'::bytea;
end
$$;
create function add_line(state "application/vnd.lines", next genres) returns "application/vnd.lines"
  language sql immutable as $$select (state || next.label || E'\n')::"application/vnd.lines"$$;
create aggregate lines_of(genres) (
  sfunc = add_line, stype = "application/vnd.lines", initcond = ''
);
create function add_any(state "text/tab-separated-values", next anyelement)
  returns "text/tab-separated-values" language sql immutable
  as $$select (state || 'row' || E'\n')::"text/tab-separated-values"$$;
create aggregate tabs_of(anyelement) (
  sfunc = add_any, stype = "text/tab-separated-values", initcond = ''
);

-- Stands in for PostGIS, which the service recognizes by the function that makes rows features.
create function st_asgeojson(feature record) returns text language plpgsql immutable as $$
begin
  return json_build_object('type', 'Feature', 'properties', row_to_json(feature))::text;
end
$$;

-- A domain with its own representation.
create domain color as int;
create function to_json(color) returns json language sql immutable
  as $$select to_json('#' || lpad(to_hex($1), 6, '0'))$$;
create function color_of(text) returns color language sql immutable
  as $$select ('x' || ltrim($1, '#'))::bit(24)::int::public.color$$;
create function color_of(json) returns color language sql immutable
  as $$select public.color_of($1 #>> '{}')$$;
create cast (color as json) with function to_json(color) as implicit;
create cast (json as color) with function color_of(json) as implicit;
create cast (text as color) with function color_of(text) as implicit;
create table paints (id int primary key, tint color, label text);
insert into paints values (1, 255, 'blue'), (2, 65280, 'green');
create table files (id int primary key, content bytea, note text);
insert into files values (1, '\x0001ff', 'three bytes');

-- Views over tables that are not exposed.
create schema inner_room;
create table inner_room.rooms (id int primary key, name text);
create table inner_room.guests (id int primary key, name text, room_id int references inner_room.rooms);
create table inner_room.visits (
  guest_id int references inner_room.guests, room_id int references inner_room.rooms,
  primary key (guest_id, room_id)
);
insert into inner_room.rooms values (1, 'blue'), (2, 'red');
insert into inner_room.guests values (1, 'Gil', 1), (2, 'Hal', 2);
insert into inner_room.visits values (1, 1), (1, 2);
create view rooms as select id, name from inner_room.rooms;
create view guests as select id as guest, name, room_id as room from inner_room.guests;
create view visits as select * from inner_room.visits;

grant all on all tables in schema public to anon, authenticated, service_role;
revoke all on secrets from anon, authenticated;
revoke insert, update, delete on genres from authenticated;

-- A courier: another shape than the botanical garden. A schema of its own, names that need quotes,
-- UUIDs, a key of several columns, partitions, JSON, arrays, an enum, a domain, generated columns, a
-- table without a key, views, a trigger, and policies.
create schema depot;
create type depot.state as enum ('accepted', 'in transit', 'delivered', 'returned');
create domain depot.grams as integer check (value between 1 and 31500);

create table depot."Station" (
  "Code" char(3) primary key,
  "Full name" text not null,
  opened date not null,
  hours jsonb not null,
  tags text[] not null
);
comment on table depot."Station" is 'Where parcels are handed in, sorted and collected.';

create table depot.parcel (
  id uuid primary key default gen_random_uuid(),
  from_station char(3) not null references depot."Station",
  to_station char(3) not null references depot."Station",
  state depot.state not null default 'accepted',
  weight depot.grams not null,
  postage numeric(8, 2) generated always as (round(weight / 250.0, 2)) stored,
  contents jsonb not null default '{}',
  is_fragile boolean not null default false,
  due date not null,
  sent_at timestamptz not null default now(),
  check (from_station <> to_station)
);

create table depot.scan (
  parcel_id uuid not null references depot.parcel on delete cascade,
  number smallint not null,
  scanned_at timestamptz not null,
  station char(3) not null references depot."Station",
  remark text,
  primary key (parcel_id, number, scanned_at)
) partition by range (scanned_at);
create table depot.scan_2026_01 partition of depot.scan for values from ('2026-01-01Z') to ('2026-02-01Z');
create table depot.scan_2026_02 partition of depot.scan for values from ('2026-02-01Z') to ('2026-03-01Z');
create table depot.scan_later partition of depot.scan default;

create table depot.temperature (measured_at timestamptz, station char(3), celsius real);

create view depot.late as
  select id, to_station, due from depot.parcel where state <> 'delivered' and due < '2026-02-01';
create materialized view depot.volume as
  select from_station, count(*) as parcels, sum(weight) as grams from depot.parcel group by 1;

create function depot.follow_scan() returns trigger language plpgsql set search_path = '' as $$
begin
  update depot.parcel set state = 'in transit' where id = new.parcel_id and state = 'accepted';
  return null;
end $$;

insert into depot."Station"
select
  chr(65 + n) || chr(65 + n * 7 % 26) || chr(65 + n * 3 % 26),
  'Station ' || n || case when n % 5 = 0 then ' “Quai d’Ørsted”' else '' end,
  date '1998-03-01' + n * 97,
  jsonb_build_object('open', '08:00', 'close', 16 + n % 4 || ':30', 'closed', jsonb_build_array('Sunday')),
  array['parcel', case when n % 2 = 0 then 'letters' else 'freight' end]
from generate_series(0, 19) n;

insert into depot.parcel (id, from_station, to_station, state, weight, contents, is_fragile, due, sent_at)
select
  md5('parcel ' || n)::uuid,
  a."Code",
  b."Code",
  (enum_range(null::depot.state))[1 + n % 4],
  1 + n * 7919 % 31500,
  jsonb_build_object('items', n % 9, 'insured', n % 3 = 0),
  n % 11 = 0,
  date '2026-01-01' + n % 90,
  timestamptz '2026-01-01 06:00Z' + n * interval '31 minutes'
from generate_series(1, 2500) n
join (select "Code", row_number() over (order by "Code") - 1 as at from depot."Station") a on a.at = n % 20
join (select "Code", row_number() over (order by "Code") - 1 as at from depot."Station") b on b.at = (n * 3 + 1) % 20
where a."Code" <> b."Code";

insert into depot.scan
select id, number, sent_at + number * interval '5 hours', from_station, nullif('Scan ' || number, 'Scan 2')
from depot.parcel, generate_series(1, 4) number;

insert into depot.temperature
select timestamptz '2026-01-01Z' + n * interval '1 hour', 'AAA', 4 + n % 7 from generate_series(1, 300) n;

create trigger follow_scan after insert on depot.scan
  for each row execute function depot.follow_scan();
refresh materialized view depot.volume;

alter table depot.parcel enable row level security;
create policy "Parcels that are under way" on depot.parcel for select to anon
  using (state = 'in transit');
alter table depot.scan enable row level security;

import { expect, it } from 'vitest'
import { nameOfQuery } from './query-name.ts'

it.each([
  ['select * from employees', 'Select from employees'],
  ['SELECT id FROM public.employees where id = 1;', 'Select from employees'],
  ['select extract(epoch from now()) from hr."Time Sheets" t', 'Select from hr.Time Sheets'],
  ['select (select 1 from a) from b', 'Select from b'],
  ["select ' from nowhere'", 'Select'],
  ['-- from x\n/* a */ select 1', 'Select'],
  ['with a as (select 1 from x), b as (delete from y) update z set i = 1', 'Update z'],
  ['insert into notes (body) values (1)', 'Insert into notes'],
  ['delete from only notes', 'Delete from notes'],
  ['begin; set x = 1; truncate table notes', 'Truncate notes'],
  ['create table if not exists public.notes (id int)', 'Create table notes'],
  ['create or replace function add(a int) returns int', 'Create function add'],
  ['create unique index on notes (id)', 'Create index on notes'],
  ['drop materialized view if exists totals', 'Drop materialized view totals'],
  ['explain (analyze, buffers) select * from notes', 'Explain select from notes'],
  ['do $$ begin delete from x; end $$', 'Do'],
  ['grant select on notes to anon', 'Grant'],
  [`select * from ${'a'.repeat(80)}`, `Select from ${'a'.repeat(47)}…`],
  ['select * from orders o join customers c on c.id = o.by', 'Select from orders and customers'],
  ['select * from a join b using (i) left join c using (i)', 'Select from a and 2 more'],
  ['select cron.schedule(1)', 'Select cron.schedule()'],
  ['select 1; create table notes (id int)', 'Create table notes'],
  [
    'create table notes (id int); insert into notes values (1)',
    'Create table notes and insert into notes',
  ],
  ['select * from a; update b set i = 1; delete from c', 'Select from a and 2 more'],
  ['select * from a; select * from a', 'Select from a'],
  ['sel', undefined],
  ['', undefined],
  ['('.repeat(5000), undefined],
])('names %j as %j', (sql, name) => {
  expect(nameOfQuery(sql)).toBe(name)
})

import { describe, expect, it } from 'vitest'
import { findDangers } from './destructive.ts'

const kinds = (text: string) => findDangers(text).map(({ kind }) => kind)

describe('dangerous statements', () => {
  it.each([
    ['drop table people', ['drop']],
    ['DROP SCHEMA app CASCADE;', ['drop']],
    ['truncate people', ['truncate']],
    ['delete from people', ['delete_all']],
    ['update people set age = 1', ['update_all']],
    ['alter table people drop column age', ['drop']],
    [
      'select 1; delete from a; update b set c = 2 where d = 1; drop view v',
      ['delete_all', 'drop'],
    ],
    ['with gone as (delete from a returning *) select * from gone where id = 1', ['delete_all']],
    ['delete from a using (select id from b where x) s', ['delete_all']],
    ['explain analyze delete from a', ['delete_all']],
    ['alter database postgres set statement_timeout = 0', ['setting']],
    ['alter role anon in database postgres reset all', ['setting']],
    ["alter system set work_mem = '1GB'", ['setting']],
    ['grant select on people to authenticated, anon', ['grant_everyone']],
    ['grant usage on schema app to PUBLIC with grant option', ['grant_everyone']],
    ['alter table if exists people disable row level security', ['disable_security']],
    ['/* clean */ -- up\n delete from a', ['delete_all']],
  ])('are found in %s', (text, expected) => {
    expect(kinds(text)).toEqual(expected)
  })

  it.each([
    'delete from people where id = 1',
    'update people set age = 1 where id = 1',
    'with gone as (delete from a where id = 1 returning *) select * from gone',
    'select * from people for update',
    'insert into a values (1) on conflict (id) do update set b = 2',
    'create table a (b int references c on update cascade on delete set null)',
    'alter table a alter column b drop not null',
    'alter table a alter b drop default, alter c drop identity',
    "select 'drop table people'",
    "select E'it\\'s; drop table x'",
    'select "drop" from t',
    '-- drop table people\nselect 1',
    '/* outer /* delete from a; */ drop */ select 1',
    'create function f() returns void language sql as $$ delete from a; $$',
    'create function f() returns void language plpgsql as $body$ begin drop table x; end $body$;',
    'explain delete from a',
    'grant delete on people to app',
    'grant select on public.anon to app with grant option',
    'alter role app login',
    'alter table people enable row level security',
    'select $1, a$b$c from t',
    '',
  ])('do not include %s', (text) => {
    expect(kinds(text)).toEqual([])
  })

  it('quotes the beginning of each statement', () => {
    expect(findDangers('select 1;\n\n  drop   table\n people;')[0]?.excerpt).toBe(
      'drop table people',
    )
  })

  it.each([
    ['drop table if exists a, "B".c cascade', ['a', '"B".c']],
    ['drop materialized view m cascade;', ['m']],
    ['drop table a', undefined],
    ['drop function f() cascade', undefined],
  ])('name what %s takes its dependents from', (text, names) => {
    const [danger] = findDangers(text)
    expect(danger?.cascade?.map(({ written }) => written)).toEqual(names)
  })
})

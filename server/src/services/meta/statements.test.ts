import { expect, it } from 'vitest'
import { splitStatements, statementStartsIn } from '@stoa/contract/services/meta/statements'

const textsOf = (text: string) =>
  splitStatements(text).map(({ start, end }) => text.slice(start, end).trimEnd())

it.each([
  ['', []],
  [' ; ; ', []],
  ['select 1', ['select 1']],
  ['select 1; -- a; b\nselect 2;', ['select 1', 'select 2']],
  ['/* a; /* b; */ */ select 1', ['select 1']],
  [`select ';', ";", e'\\';' ; select 2`, [`select ';', ";", e'\\';'`, 'select 2']],
  ['do $a$ begin; $$ ; end $a$; select 1', ['do $a$ begin; $$ ; end $a$', 'select 1']],
  [
    'create rule r as on insert to t do (delete from a; delete from b); select 1',
    ['create rule r as on insert to t do (delete from a; delete from b)', 'select 1'],
  ],
  [
    'create function f() returns int begin atomic select case when true then 1 end; select 2; end; select 3',
    [
      'create function f() returns int begin atomic select case when true then 1 end; select 2; end',
      'select 3',
    ],
  ],
  [
    'create or replace procedure p() begin atomic select 1; end; select 2',
    ['create or replace procedure p() begin atomic select 1; end', 'select 2'],
  ],
  ['begin; select 1; end', ['begin', 'select 1', 'end']],
])('splits %j as psql does', (text, statements) => {
  expect(textsOf(text)).toEqual(statements)
  expect(statementStartsIn(text)).toEqual(splitStatements(text).map(({ start }) => start))
})

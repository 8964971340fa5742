import { expect, it } from 'vitest'
import { parameterNames } from './query-parameters.ts'

it.each([
  ['select * from t where city = :city and id > :min_id or city = :city', ['city', 'min_id']],
  ['select $2, $1::int, :a::text', ['2', '1', 'a']],
  ["select ':a', \":b\", e'\\':c', $$ :d $$, $x$ $1 $x$ -- :e", []],
  ['select 1::int, a[low:high], f(a := 1), a[:x]', []],
  ['select a$1, /* :b */ 12:: text', []],
  ['create function f(int) returns int return $1', []],
  ['prepare q as select $1', []],
  ['select 1', []],
])('finds the parameters of %s', (text, names) => {
  expect(parameterNames(text)).toEqual(names)
})

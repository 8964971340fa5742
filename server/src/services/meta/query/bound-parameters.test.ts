import type { QueryParameter } from '@stoa/contract/services/meta/query'
import { expect, it } from 'vitest'
import { bindParameters } from './bound-parameters.ts'

const given = (
  values: Record<string, string | null>,
  type: QueryParameter['type'] = 'automatic',
): QueryParameter[] => Object.entries(values).map(([name, value]) => ({ name, value, type }))

it.each([
  ['a name', 'select :city', { city: 'x' }, 'select $1   ', ['x']],
  ['a name used twice', 'select :aa, :aa', { aa: 'x' }, 'select $1 , $1 ', ['x']],
  ['numbers', 'select $2, $1', { 1: 'a', 2: null }, 'select $2, $1', ['a', null]],
  ['a number that is skipped', 'select $2', { 2: 'b' }, 'select $2', [null, 'b']],
  ['numbers and names', 'select :a, $1', { 1: 'x', a: 'y' }, 'select $2, $1', ['x', 'y']],
  ['a cast of a name', 'select :a::int', { a: '1' }, 'select $1::int', ['1']],
])('binds %s', (_name, text, values, sql, parameters) => {
  expect(bindParameters(text, given(values))).toMatchObject({ sql, parameters })
})

it.each([
  ["select ':a'", 'a string'],
  ['select 1::int', 'a cast'],
  ['select a[low:high]', 'a slice'],
  ['select f(a := 1)', 'a named argument'],
  ['select 1 -- :a', 'a comment'],
  ['do $$ select :a $$', 'a dollar quote'],
])('finds no parameter in %s, %s', (text) => {
  expect(bindParameters(text, [])).toMatchObject({ sql: text, parameters: [] })
})

it('gives each value its type, and lets Postgres infer it by default', () => {
  const { parameterTypes } = bindParameters('select :a, :b', [
    ...given({ a: '1' }, 'bigint'),
    ...given({ b: '1' }),
  ])
  expect(parameterTypes).toEqual([20, 0])
})

it('refuses a parameter without a value', () => {
  expect(() => bindParameters('select :a', [])).toThrow('The parameter :a has no value.')
  expect(() => bindParameters('select $7', [])).toThrow('The parameter $7 has no value.')
})

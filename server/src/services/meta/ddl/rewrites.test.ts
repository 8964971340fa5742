import { expect, it } from 'vitest'
import { calledFunctions, rewritesRows } from './rewrites.ts'

it.each([
  ['integer', 'bigint', false, true],
  ['text', 'character varying', true, false],
  ['text', 'character varying(5)', true, true],
  ['character varying(5)', 'text', true, false],
  ['character varying(5)', 'character varying(9)', false, false],
  ['character varying(5)', 'character varying', false, false],
  ['character varying(9)', 'character varying(5)', false, true],
  ['numeric(5,2)', 'numeric(9,2)', false, false],
  ['numeric(5,2)', 'numeric(9,3)', false, true],
  ['timestamp(3) with time zone', 'timestamp(6) with time zone', false, true],
])('a change from %s to %s rewrites rows: %s, %s', (type, to, isBinaryCoercible, isRewrite) => {
  const change = { from: { type }, to, hasUsing: false, isBinaryCoercible }
  expect(rewritesRows(change)).toBe(isRewrite)
  expect(rewritesRows({ ...change, hasUsing: true })).toBe(true)
})

it('finds the functions that an expression calls', () => {
  expect(calledFunctions(`lower('f()') || public.next_code ( 1 ) /* g() */`)).toEqual([
    'lower',
    'next_code',
  ])
})

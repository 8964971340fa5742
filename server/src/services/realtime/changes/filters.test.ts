import { expect, it } from 'vitest'
import { parseFilters, passes } from './filters.ts'

it.each([
  ['id=eq.1', [['id', 'eq', false, ['1']]]],
  [
    'a=gt.0,b=not.in.(x,"y,z")',
    [
      ['a', 'gt', false, ['0']],
      ['b', 'in', true, ['x', 'y,z']],
    ],
  ],
  ['name=eq.a,b', [['name', 'eq', false, ['a,b']]]],
  ['name=eq."a,b=eq.c"', [['name', 'eq', false, ['a,b=eq.c']]]],
  ['at=is.null', [['at', 'is', false, ['null']]]],
])('reads %s', (text, expected) => {
  const read = parseFilters(text)?.map(({ column, operator, isNegated, values }) => [
    column,
    operator,
    isNegated,
    values,
  ])
  expect(read).toEqual(expected)
})

it.each([
  '',
  'id',
  'id=1',
  'id=over.1',
  'id=in.1',
  'id=in.()',
  'id=is.7',
  'id=eq.1,x'.padEnd(20_000),
])('refuses %.20s', (text) => expect(parseFilters(text)).toBeUndefined())

it.each([
  ['eq.1', '1.0', 'numeric', true],
  ['eq.9007199254740993', '9007199254740992', 'int8', false],
  ['gt.9', '10', 'int4', true],
  ['gt.9', '10', 'text', false],
  ['lte.2026-01-01', '2026-01-01 00:00:00+00', 'timestamptz', true],
  ['lt.2026-01-01T00:00:00.000002Z', '2026-01-01 01:00:00.000001+01', 'timestamptz', true],
  ['eq.true', 't', 'bool', true],
  ['eq.A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', 'uuid', true],
  ['in.(1,2)', '2', 'int4', true],
  ['not.in.(1,2)', '3', 'int4', true],
  ['neq.1', null, 'int4', false],
  ['not.eq.1', null, 'int4', false],
  ['isdistinct.1', null, 'int4', true],
  ['is.null', null, 'text', true],
  ['not.is.null', 'x', 'text', true],
  ['is.true', 't', 'bool', true],
  ['gt.word', '10', 'int4', false],
  ['eq.1', undefined, 'int4', false],
] as const)('%s of %s as %s is %s', (condition, value, type, expected) => {
  const [filter] = parseFilters(`x=${condition}`) ?? []
  expect(filter && passes(filter, value, type)).toBe(expected)
})

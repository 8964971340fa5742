import { expect, it } from 'vitest'
import { boundsOf, boundsProblem, newBounds } from './bounds-draft.ts'

const key = (strategy: 'range' | 'list' | 'hash', types = ['text']) => ({
  strategy,
  types,
  definition: '',
})
const sibling = (bounds: string) => ({
  id: 1,
  schema: 'public',
  name: 'a',
  kind: 'table' as const,
  bounds,
  is_detaching: false,
  is_default: false,
  size_bytes: 0,
  estimated_rows: 0,
})

it('reads an empty limit of a range as no limit', () => {
  const draft = { ...newBounds(key('range', ['date', 'int']), []), from: [' 2026-01-01 ', ''] }
  expect(boundsOf('range', draft)).toEqual({
    kind: 'range',
    from: [{ kind: 'value', value: '2026-01-01' }, { kind: 'minvalue' }],
    to: [{ kind: 'maxvalue' }, { kind: 'maxvalue' }],
  })
})

it('reads the values of a list from lines', () => {
  const draft = { ...newBounds(key('list'), []), values: 'a\n\n b, c \n', hasNull: true }
  expect(boundsOf('list', draft)).toEqual({
    kind: 'list',
    values: [{ kind: 'value', value: 'a' }, { kind: 'value', value: 'b, c' }, { kind: 'null' }],
  })
  expect(boundsProblem('list', { ...draft, values: ' ', hasNull: false })).toMatch('at least one')
})

it('suggests the first free remainder of a hash', () => {
  const taken = [0, 2].map((each) => sibling(`FOR VALUES WITH (modulus 4, remainder ${each})`))
  expect(newBounds(key('hash'), taken)).toMatchObject({ modulus: '4', remainder: '1' })
  expect(newBounds(key('hash'), [])).toMatchObject({ modulus: '4', remainder: '0' })
})

it('says what is wrong with a hash', () => {
  const draft = newBounds(key('hash'), [])
  expect(boundsProblem('hash', { ...draft, remainder: '4' })).toMatch('less than')
  expect(boundsProblem('hash', { ...draft, modulus: '-1' })).toMatch('whole numbers')
  expect(boundsProblem('hash', draft)).toBeUndefined()
})

it('has no default partition for a hash, which Postgres does not allow', () => {
  const draft = { ...newBounds(key('hash'), []), isDefault: true }
  expect(boundsOf('hash', draft)).toEqual({ kind: 'hash', modulus: 4, remainder: 0 })
  expect(boundsOf('list', draft)).toEqual({ kind: 'default' })
})

import type { Column } from '@stoa/contract/services/meta/catalogue'
import { expect, it } from 'vitest'
import { planPaste } from './paste-plan.ts'

const column = (name: string, type: string, more: Partial<Column> = {}) =>
  ({
    name,
    type,
    is_nullable: true,
    is_generated: false,
    identity: null,
    enum_values: null,
    ...more,
  }) as Column

const NAME = column('name', 'text')
const AGE = column('age', 'integer')
const ID = column('id', 'integer', { identity: 'always' })
const NEEDED = column('needed', 'text', { is_nullable: false })

const options = { columns: [NAME, AGE], rowsLeft: 10, canInsert: true, empty: 'null' as const }
const text = (...cells: string[][]) => ({ cells, isExact: false })

it('fills cells right and down from the first one', () => {
  const plan = planPaste({ ...options, block: text(['Ann', '30'], ['Bob', '40']) })
  expect(plan.rows).toEqual([
    [
      { column: 'name', value: 'Ann', problem: undefined },
      { column: 'age', value: '30', problem: undefined },
    ],
    [
      { column: 'name', value: 'Bob', problem: undefined },
      { column: 'age', value: '40', problem: undefined },
    ],
  ])
  expect(plan).toMatchObject({ added: 0, cutColumns: 0, problems: 0 })
})

it('names what is wrong with each cell', () => {
  const plan = planPaste({
    ...options,
    columns: [AGE, ID, NEEDED],
    block: { cells: [['old', '1', null]], isExact: true },
  })
  expect(plan.rows[0]?.map(({ problem }) => problem)).toEqual([
    '“old” is not an integer.',
    'id is read-only: Postgres generates its value.',
    'needed can’t be NULL.',
  ])
  expect(plan.problems).toBe(3)
})

it('adds rows beyond the end, with defaults where the block is empty', () => {
  const plan = planPaste({ ...options, rowsLeft: 1, block: text(['Ann', ''], ['', '40']) })
  expect(plan.added).toBe(1)
  expect(plan.rows[0]?.[1]).toMatchObject({ column: 'age', value: null })
  expect(plan.rows[1]).toEqual([{ column: 'age', value: '40', problem: undefined }])
})

it('refuses to add rows to a table that allows no insert', () => {
  const plan = planPaste({ ...options, rowsLeft: 0, canInsert: false, block: text(['Ann']) })
  expect(plan.problems).toBe(1)
})

it('reads an empty cell of text as chosen, and never as text of another type', () => {
  const block = text(['', '', ''])
  const columns = [NAME, AGE, NEEDED]
  const values = (empty: 'null' | 'text') =>
    planPaste({ ...options, columns, block, empty }).rows[0]?.map(({ value }) => value)
  expect(values('null')).toEqual([null, null, ''])
  expect(values('text')).toEqual(['', null, ''])
})

it('leaves out columns beyond the last one', () => {
  const plan = planPaste({ ...options, columns: [AGE], block: text(['1', '2', '3']) })
  expect(plan).toMatchObject({ cutColumns: 2, problems: 0 })
  expect(plan.rows[0]).toHaveLength(1)
})

it('takes NULL and empty text of another grid as they are', () => {
  const plan = planPaste({
    ...options,
    columns: [NAME, NAME],
    block: { cells: [[null, '']], isExact: true },
  })
  expect(plan.rows[0]?.map(({ value }) => value)).toEqual([null, ''])
})

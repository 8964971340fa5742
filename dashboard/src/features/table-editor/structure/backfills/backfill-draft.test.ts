import { expect, it } from 'vitest'
import { backfillOf, backfillProblems, newBackfill } from './backfill-draft.ts'

const draft = newBackfill('a', false)

it('keeps a value as it was typed, also an empty text', () => {
  expect(backfillOf({ ...draft, value: ' x ' }).value).toEqual({ kind: 'literal', value: ' x ' })
  expect(backfillOf(draft)).toEqual({
    column: 'a',
    value: { kind: 'literal', value: '' },
    rows: { kind: 'null' },
    set_not_null: false,
  })
})

it('sends the condition only with the rows that match it', () => {
  const typed = { ...draft, expression: ' id > 3 ' }
  expect(backfillOf(typed).rows).toEqual({ kind: 'null' })
  expect(backfillOf({ ...typed, rows: 'matching' }).rows).toEqual({
    kind: 'matching',
    expression: 'id > 3',
  })
})

it('names what is missing', () => {
  const found = (part: object) =>
    Object.entries(backfillProblems({ ...draft, ...part }))
      .filter(([, problem]) => problem !== undefined)
      .map(([name]) => name)
  expect(found({})).toEqual([])
  expect(found({ column: '' })).toEqual(['column'])
  expect(found({ valueKind: 'expression' })).toEqual(['value'])
  expect(found({ valueKind: 'none' })).toEqual(['valueKind'])
  expect(found({ valueKind: 'none', setNotNull: true })).toEqual([])
  expect(found({ rows: 'matching' })).toEqual(['expression'])
})

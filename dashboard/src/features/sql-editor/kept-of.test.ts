import { expect, it } from 'vitest'
import { keptOf } from './kept-of.ts'

const failed = (statement: number, statements: number, committed_statements: number) => {
  const progress = { statements, completed_statements: statement - 1, committed_statements }
  const postgres = { sqlstate: '22012', severity: 'ERROR', detail: null, hint: null }
  const place = { position: null, line: 1, column: 1, where: null }
  return { progress, details: { ...progress, ...postgres, ...place, statement } }
}

it('says which statement failed and that nothing was changed', () => {
  expect(keptOf(failed(3, 4, 0))).toBe('Statement 3 of 4 failed. Nothing was changed.')
})

it('says what was committed before', () => {
  expect(keptOf(failed(5, 6, 3))).toBe(
    'Statement 5 of 6 failed. The first 3 were committed; the others changed nothing.',
  )
})

it('says how far a canceled text came', () => {
  const { progress } = failed(3, 4, 0)
  expect(keptOf({ progress, details: null })).toBe(
    '2 of 4 statements had run. Nothing was changed.',
  )
})

it('says nothing about a single statement, or a text that never began', () => {
  expect(keptOf(failed(1, 1, 0))).toBeUndefined()
  expect(keptOf({ progress: null, details: null })).toBeUndefined()
})

it('says what a failure does to the transaction that stays open', () => {
  const transaction = { id: 'a', is_open: false }
  const rollBack = 'The transaction can only be rolled back.'
  expect(keptOf(failed(2, 3, 0), { transaction })).toBe(`Statement 2 of 3 failed. ${rollBack}`)
  expect(keptOf(failed(1, 3, 0), { transaction })).toBe(
    'Statement 1 of 3 failed. Nothing was changed.',
  )
  expect(keptOf(failed(1, 1, 0), { transaction: { ...transaction, is_open: true } })).toBe(
    `Statement 1 of 1 failed. ${rollBack}`,
  )
})

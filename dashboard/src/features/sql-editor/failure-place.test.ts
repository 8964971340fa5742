import { expect, it } from 'vitest'
import { failurePlace } from './failure-place.ts'

const request = { sql: 'select 1; select\n  1/0 ;\nselect 2', start: { line: 3, column: 5 } }

it('is the position that Postgres gives', () => {
  const details = { statement: 2, position: 20, line: 2, column: 3 }
  expect(failurePlace(request, details)).toEqual({ start: { line: 4, column: 3 } })
})

it('is the whole statement if Postgres gives none', () => {
  const details = { statement: 2, position: null, line: 1, column: 11 }
  expect(failurePlace(request, details)).toEqual({
    start: { line: 3, column: 15 },
    end: { line: 4, column: 6 },
  })
})

it('is unknown for an error outside the text', () => {
  const details = { statement: 1, position: null, line: null, column: null }
  expect(failurePlace(request, details)).toBeUndefined()
})

import pg from 'pg'
import { expect, it } from 'vitest'
import { toRefusal } from './errors.ts'

it('names the triggers when a statement took too long', () => {
  const error = Object.assign(new pg.DatabaseError('canceling statement', 0, 'error'), {
    code: '57014',
  })
  expect(toRefusal(error)).toMatchObject({
    status: 504,
    code: 'request_timeout',
    message: expect.stringContaining('triggers'),
  })
})

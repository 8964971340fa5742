import pg from 'pg'
import { expect, it } from 'vitest'
import { toUnavailable } from './unavailable.ts'

function failure(code: string, severity: string): Error {
  const error = new pg.DatabaseError('said by Postgres', 0, 'error')
  return Object.assign(error, { code, severity })
}

it.each([
  ['57P03', 'FATAL', 503, 'database_unavailable', 'recovering'],
  ['57P01', 'FATAL', 503, 'database_unavailable', 'shutting down'],
  ['57P02', 'FATAL', 503, 'database_unavailable', 'crashed'],
  ['53300', 'FATAL', 503, 'database_busy', 'out of connections'],
  ['53100', 'ERROR', 507, 'disk_full', 'out of disk space'],
])('an error %s (%s) is a %i %s: Postgres is %s', (code, severity, status, expected) => {
  const refusal = toUnavailable(failure(code, severity))
  expect(refusal).toMatchObject({ status, code: expected })
  expect(refusal?.retryAfter === undefined).toBe(status === 507)
})

it('a connection that broke or was not made is a 503', () => {
  const refused = Object.assign(new Error('connect ENOENT'), { code: 'ENOENT' })
  for (const error of [refused, new Error('Connection terminated unexpectedly')])
    expect(toUnavailable(error)).toMatchObject({ status: 503, retryAfter: 1 })
})

it.each(['57P03', '57014', '53300', '23505'])(
  'an error %s that a statement raised keeps its meaning',
  (code) => {
    expect(toUnavailable(failure(code, 'ERROR'))).toBeUndefined()
  },
)

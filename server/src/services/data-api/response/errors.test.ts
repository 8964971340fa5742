import pg from 'pg'
import { expect, it } from 'vitest'
import { renderError } from './errors.ts'

it('returns 503 when the connection broke before Postgres responded', () => {
  const { status, body, headers } = renderError(
    new Error('Connection terminated unexpectedly'),
    'anon',
  )
  expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'PGRST001' }])
  expect(headers['retry-after']).toBe('1')
})

it('returns 503 with the time of a retry while Postgres recovers', () => {
  const recovering = Object.assign(
    new pg.DatabaseError('the database system is in recovery mode', 0, 'error'),
    { code: '57P03', severity: 'FATAL' },
  )
  const { status, headers } = renderError(recovering, 'anon')
  expect([status, headers['retry-after']]).toEqual([503, '1'])
})

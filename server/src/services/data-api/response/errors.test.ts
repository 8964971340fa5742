import { expect, it } from 'vitest'
import { renderError } from './errors.ts'

it('returns 503 when the connection broke before Postgres responded', () => {
  const { status, body } = renderError(new Error('Connection terminated unexpectedly'), 'anon')
  expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'PGRST001' }])
})

import { expect, it } from 'vitest'
import { renderError } from './errors.ts'

it('answers 503 when the connection broke before Postgres answered', () => {
  const { status, body } = renderError(new Error('Connection terminated unexpectedly'), 'anon')
  expect([status, JSON.parse(body)]).toMatchObject([503, { code: 'PGRST001' }])
})

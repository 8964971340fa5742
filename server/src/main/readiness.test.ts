import { expect, it } from 'vitest'
import { createReadiness } from './readiness.ts'

it('refuses requests before the server is ready and after it has begun to stop', () => {
  const readiness = createReadiness()
  const refusal = (code: string) =>
    expect.objectContaining({ code, status: 503, retryAfter: expect.any(Number) })
  expect(readiness.require).toThrow(refusal('server_starting'))
  readiness.begin()
  expect(readiness.require).not.toThrow()
  readiness.end()
  expect(readiness.require).toThrow(refusal('server_stopping'))
})

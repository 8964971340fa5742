import { expect, it } from 'vitest'
import { ApiError } from './api-error.ts'
import { pollEvery } from './poll-every.ts'

const after = (error: Error | null) => pollEvery(2000)({ state: { error } })

it.each([
  ['a success', null],
  ['a lost connection', new ApiError('Unable to reach the server.', { code: 0 })],
  ['a failure of the server', new ApiError('Failed', { code: 503 })],
  ['a response of an unknown shape', new Error('Unexpected response')],
])('continues after %s', (_name, error) => {
  expect(after(error)).toBe(2000)
})

it.each([403, 404])('stops after status %i', (code) => {
  expect(after(new ApiError('Gone', { code }))).toBe(false)
})

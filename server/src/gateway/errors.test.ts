import { expect, it } from 'vitest'
import { toAppError } from './errors.ts'

it.each(['22021', '22P05'])('a text that Postgres cannot store (%s) is refused as such', (code) => {
  const error = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), {
    code,
  })
  expect(toAppError(error)).toMatchObject({ status: 400, code: 'invalid_text' })
})

it('an unexpected error becomes a 500 without details', () => {
  expect(toAppError(new Error('a secret'))).toMatchObject({
    status: 500,
    code: 'internal_error',
    message: 'Something went wrong on our side.',
  })
})

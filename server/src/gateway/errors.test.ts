import { expect, it } from 'vitest'
import { toAppError } from './errors.ts'

it.each(['22021', '22P05'])('a text that Postgres cannot store (%s) is refused as such', (code) => {
  const error = Object.assign(new Error('invalid byte sequence for encoding "UTF8": 0x00'), {
    code,
  })
  expect(toAppError(error)).toMatchObject({ status: 400, code: 'invalid_text' })
})

it.each([
  ['FST_ERR_CTP_BODY_TOO_LARGE', 413, 'body_too_large'],
  ['FST_ERR_CTP_INVALID_JSON_BODY', 400, 'malformed_json'],
  ['FST_ERR_CTP_EMPTY_JSON_BODY', 400, 'malformed_json'],
  ['FST_ERR_CTP_INVALID_MEDIA_TYPE', 415, 'unsupported_media_type'],
  ['FST_ERR_CTP_INVALID_CONTENT_LENGTH', 400, 'invalid_content_length'],
  ['FST_ERR_BAD_URL', 400, 'malformed_url'],
  ['FST_ERR_MAX_PARAM_LENGTH', 414, 'url_too_long'],
])('the refusal of %s has a code and a next step', (fastifyCode, status, code) => {
  const error = Object.assign(new Error('refused by Fastify'), { code: fastifyCode })
  expect(toAppError(error)).toMatchObject({
    status,
    code,
    hint: expect.stringMatching(/^[A-Z].*\.$/),
  })
})

it('an unexpected error becomes a 500 without details', () => {
  expect(toAppError(new Error('a secret'))).toMatchObject({
    status: 500,
    code: 'internal_error',
    message: 'Something went wrong on our side.',
  })
})

import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { silentLog } from '../lib/log.ts'
import { createTurns } from '../lib/turns.ts'
import { renderError } from './errors.ts'
import { refuseManyValues } from './large-json.ts'

const MEGABYTE = 1024 * 1024
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({ bodyLimit: 8 * MEGABYTE })
  app.setErrorHandler(renderError(silentLog))
  await app.register((scope, _options, done) => {
    refuseManyValues(scope, createTurns())
    scope.post('/', ({ body }) => ({ size: JSON.stringify(body).length }))
    done()
  })
})
afterAll(() => app.close())

async function send(payload: string) {
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url: '/', headers, payload })
  return { status: response.statusCode, body: response.json<unknown>() }
}

describe('a JSON body', () => {
  it('is parsed if it is small or holds few values', async () => {
    for (const text of [
      '{"a":[1,2]}',
      `["${'x,'.repeat(2 * MEGABYTE)}"]`,
      `[${'1,'.repeat(400_000)}1]`,
    ])
      expect(await send(text)).toEqual({ status: 200, body: { size: text.length } })
  })

  it('is refused if it is large and holds very many values', async () => {
    expect(await send(`[${'1,'.repeat(MEGABYTE)}1]`)).toEqual({
      status: 413,
      body: {
        code: 'too_many_values',
        message: 'The request body contains more than 50000 values.',
        hint: 'Send them in several requests.',
      },
    })
  })

  it.each([
    '',
    '{',
    `"${'x'.repeat(2 * MEGABYTE)}`,
    '{"__proto__":1}',
    '{"constructor":{"prototype":1}}',
  ])('is refused if it is not valid', async (text) => {
    expect((await send(text)).status).toBe(400)
  })
})

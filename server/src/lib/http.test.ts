import { endpoint } from '@stoa/contract/endpoint'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { route } from './http.ts'

const MEGABYTE = 1024 * 1024
let app: FastifyInstance

beforeAll(async () => {
  app = Fastify({ bodyLimit: 24 * MEGABYTE })
  const common = {
    method: 'POST',
    access: 'anyone',
    body: z.object({ text: z.string().min(1, 'Enter a text.') }),
    response: z.object({ length: z.int() }),
  } as const
  const plain = endpoint({ ...common, path: '/plain' })
  const large = endpoint({ ...common, path: '/large', maxBodyBytes: 2 * MEGABYTE })
  for (const each of [plain, large])
    route(each).to(({ body }) => ({ length: body.text.length }))(app)
  const list = endpoint({
    method: 'GET',
    path: '/list',
    access: 'anyone',
    response: z.array(z.object({ id: z.int() })),
  })
  route(list).to(() => Array.from({ length: 10_000 }, (_, id) => ({ id, secret: 'x' })))(app)
  await app.ready()
})
afterAll(() => app.close())

const send = async (url: string, length: number) =>
  (await app.inject({ method: 'POST', url, payload: { text: 'x'.repeat(length) } })).statusCode

it('accepts a body of one megabyte, or as much as the endpoint says', async () => {
  expect(await send('/plain', MEGABYTE - 100)).toBe(200)
  expect(await send('/plain', MEGABYTE)).toBe(413)
  expect(await send('/large', MEGABYTE)).toBe(200)
  expect(await send('/large', 2 * MEGABYTE)).toBe(413)
})

it.each([
  [{ text: '' }, "The request's body, field text: Enter a text."],
  [{ text: 1 }, "The request's body, field text: Invalid input: expected string, received number."],
])('names what is wrong with the body %j in a sentence', async (payload, message) => {
  const answer = await app.inject({ method: 'POST', url: '/plain', payload })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { code: 'invalid_request', message },
  ])
})

it('writes a long list in slices, and nothing outside of its schema', async () => {
  let turns = 0
  let isOver = false
  const count = () => {
    turns += 1
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  const answer = await app.inject({ method: 'GET', url: '/list' })
  isOver = true
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(answer.json()).toHaveLength(10_000)
  expect(answer.json<object[]>()[9999]).toEqual({ id: 9999 })
  expect(turns).toBeGreaterThan(15)
})

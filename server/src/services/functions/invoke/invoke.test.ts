import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFunctionsApp, type FunctionsApp } from '../../../../test/functions-app.ts'

let app: FunctionsApp

beforeAll(async () => {
  app = await createFunctionsApp()
})
afterAll(() => app.close())

it('runs a function and shows it the path, the query, the headers and the body', async () => {
  await app.deploy(
    'hello',
    `Deno.serve(async (request) => {
       const url = new URL(request.url)
       const { name } = await request.json()
       return Response.json(
         { name, path: url.pathname + url.search, method: request.method, given: request.headers.get('x-given') },
         { status: 201, headers: { 'x-made-by': 'hello' } },
       )
     })`,
  )
  const response = await app.call('hello/below?a=1', {
    method: 'PUT',
    body: JSON.stringify({ name: 'Ada' }),
    headers: { 'x-given': 'yes', 'content-type': 'application/json', 'x-region': 'eu-west-1' },
  })
  expect(response.status).toBe(201)
  expect(response.headers.get('x-made-by')).toBe('hello')
  expect(response.headers.get('x-deno-execution-id')).toMatch(/^[\da-f-]{36}$/)
  expect(response.headers.get('x-relay-error')).toBeNull()
  expect(await response.json()).toEqual({
    name: 'Ada',
    path: '/hello/below?a=1',
    method: 'PUT',
    given: 'yes',
  })
})

it('starts one process for requests that come together', async () => {
  await app.deploy('shared', `const id = crypto.randomUUID(); Deno.serve(() => new Response(id))`)
  const responses = await Promise.all(Array.from({ length: 5 }, () => app.call('shared')))
  const ids = await Promise.all(responses.map((response) => response.text()))
  expect(new Set(ids).size).toBe(1)
})

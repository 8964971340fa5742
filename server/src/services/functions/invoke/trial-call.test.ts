import { MAX_TESTED_BYTES } from '@stoa/contract/services/functions/members'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFunctionsApp, type FunctionsApp } from '../../../../test/functions/app.ts'

let app: FunctionsApp

beforeAll(async () => {
  app = await createFunctionsApp()
  await app.deploy('echo', {
    verifyJwt: true,
    files: `Deno.serve(async (request) => {
      const url = new URL(request.url)
      const headers = Object.fromEntries(request.headers)
      return Response.json({ method: request.method, path: url.pathname + url.search, headers, body: await request.text() })
    })`,
  })
})
afterAll(() => app.close())

const echoed = async (test: Parameters<FunctionsApp['test']>[1]) =>
  JSON.parse((await app.test('echo', test)).body) as {
    readonly headers: Readonly<Record<string, string>>
  }

it('calls a function with path, query, headers, and body, and logs the invocation', async () => {
  const result = await app.test('echo', {
    method: 'PUT',
    path: '/below?a=1',
    headers: [['X-Given', 'yes']],
    body: 'grüße',
  })
  expect(result).toMatchObject({ status: 200, encoding: 'utf8', is_cut: false })
  expect(result.headers).toContainEqual(['content-type', 'application/json'])
  expect(JSON.parse(result.body)).toMatchObject({
    method: 'PUT',
    path: '/echo/below?a=1',
    headers: { 'x-given': 'yes' },
    body: 'grüße',
  })
  const [invocation] = (await app.logs('echo')).filter(({ request }) => request !== undefined)
  expect(invocation?.request).toMatchObject({ method: 'PUT', path: '/echo/below', status: 200 })
})

it('has the rights of the role that it names', async () => {
  const { publishableKey, secretKey } = app.project.keys
  expect((await echoed({})).headers).toMatchObject({
    apikey: publishableKey,
    authorization: `Bearer ${publishableKey}`,
  })
  expect((await echoed({ role: 'service_role' })).headers).toMatchObject({
    apikey: secretKey,
    authorization: `Bearer ${secretKey}`,
  })
  const headers: [string, string][] = [['Authorization', `Bearer ${secretKey}`]]
  expect((await echoed({ headers })).headers).toMatchObject({
    apikey: publishableKey,
    authorization: `Bearer ${secretKey}`,
  })
})

it('gets the response of a client whose token is refused, and no error of the platform', async () => {
  const result = await app.test('echo', { role: 'token', token: 'nonsense' })
  expect(result.status).toBe(401)
  expect(result.headers).toContainEqual(['x-relay-error', 'true'])
  expect(JSON.parse(result.body)).toMatchObject({ code: 'UNAUTHORIZED_INVALID_JWT_FORMAT' })
  const missing = await app.test('missing', {})
  expect(missing.status).toBe(404)
})

it('gets bytes that are not text as base64', async () => {
  await app.deploy('bytes', `Deno.serve(() => new Response(new Uint8Array([255, 0, 1])))`)
  expect(await app.test('bytes', {})).toMatchObject({ body: '/wAB', encoding: 'base64' })
})

it.each(['x', 'ü', '😀'])('keeps the beginning of a body of %s without end', async (character) => {
  await app.deploy(
    'endless',
    `const part = new TextEncoder().encode(${JSON.stringify(character)}.repeat(10_000))
     Deno.serve(() => new Response(new ReadableStream({ pull: (to) => to.enqueue(part) })))`,
  )
  const result = await app.test('endless', {})
  expect(result).toMatchObject({ status: 200, encoding: 'utf8', is_cut: true })
  expect(result.body.length).toBeGreaterThan(MAX_TESTED_BYTES / 8)
  expect(result.body.slice(0, 100)).toBe(character.repeat(100).slice(0, 100))
})

it('gets the error of a function that fails', async () => {
  await app.deploy('failing', `Deno.serve(() => { throw new Error('on purpose') })`)
  expect((await app.test('failing', {})).status).toBe(500)
})

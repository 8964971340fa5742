import { endpoint } from '@stoa/contract/endpoint'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError, errorMessage } from './api-error.ts'
import { createCall, fillPath, queryString } from './api.ts'

const readThing = endpoint({
  method: 'GET',
  path: '/platform/things/{ref}',
  access: 'project:read',
  params: z.object({ ref: z.string() }),
  query: z.object({ columns: z.array(z.string()), limit: z.number().optional() }),
  response: z.object({ name: z.string() }),
})
const removeThing = endpoint({
  method: 'DELETE',
  path: '/platform/things',
  access: 'public',
  response: z.object({}),
})

const call = createCall({ accessToken: async () => 'token-1' })
const read = (signal?: AbortSignal) =>
  call(readThing, { params: { ref: 'a/b' }, query: { columns: ['x', 'y'] }, signal })

function answerWith(response: Response | Error) {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () => {
    if (response instanceof Error) throw response
    return response
  })
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const json = (body: unknown, init?: ResponseInit) => new Response(JSON.stringify(body), init)

afterEach(() => vi.unstubAllGlobals())

describe('a call to the platform API', () => {
  // SPEC: "Sends JSON with Accept: application/json, credentials included, and an X-Request-Id header."
  // SPEC: "Adds a Bearer authorization header from the session token"
  it('fills path and query and sends JSON headers, credentials, a request id and the token', async () => {
    const fetched = answerWith(json({ name: 'one' }))
    await expect(read()).resolves.toEqual({ name: 'one' })
    const [url, init] = fetched.mock.calls[0]!
    expect(url).toBe('/platform/things/a%2Fb?columns=x%2Cy')
    expect(init.credentials).toBe('include')
    expect(init.headers).toMatchObject({
      Accept: 'application/json',
      Authorization: 'Bearer token-1',
      'X-Request-Id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
  })

  // SPEC: "when none is set."
  it('keeps an authorization header that is already set', async () => {
    const fetched = answerWith(json({ name: 'one' }))
    const headers = { Authorization: 'Bearer another' }
    await call(readThing, { params: { ref: 'a' }, query: { columns: [] }, headers })
    expect(fetched.mock.calls[0]![1].headers).toMatchObject(headers)
  })

  // SPEC: "A 204 response or an empty body yields empty data."
  it.each([204, 200])('returns undefined for an empty response with status %i', async (status) => {
    answerWith(new Response(null, { status }))
    await expect(call(removeThing, {})).resolves.toEqual({})
  })

  it('sends no token to a public operation', async () => {
    const fetched = answerWith(new Response(null, { status: 204 }))
    await call(removeThing, {})
    expect(fetched.mock.calls[0]![1].headers).not.toHaveProperty('Authorization')
  })

  // SPEC: "API error default message: 'API error happened while trying to communicate with the server.'"
  it.each([
    ['truncated JSON', '{"name": "on'],
    ['a page', '<!doctype html><title>Welcome to the hotel</title>'],
  ])('rejects a response that is not JSON: %s', async (_what, body) => {
    answerWith(new Response(body))
    await expect(read()).rejects.toThrow(
      'API error happened while trying to communicate with the server.',
    )
  })

  // SPEC: "Failed response with a JSON body: re-thrown with message"
  // SPEC: ", code, requestId, retryAfter,"
  // SPEC: "**API error**: message, code (the status), requestId, retryAfter."
  // SPEC: "Response errors carry code, requestId and retryAfter (from Retry-After)."
  it('throws with message, status, code, request id, retry-after, hint and details', async () => {
    const body = { code: 'row_changed', message: 'Changed.', hint: 'Reload.', details: { id: 1 } }
    answerWith(json(body, { status: 409, headers: { 'X-Request-Id': 'r1', 'Retry-After': '7' } }))
    await expect(read()).rejects.toMatchObject({
      name: 'ApiError',
      message: 'Changed.',
      code: 409,
      errorCode: 'row_changed',
      requestId: 'r1',
      retryAfter: 7,
      hint: 'Reload.',
      details: { id: 1 },
    })
  })

  // SPEC: "(or msg)"
  it("falls back to GoTrue's msg when there is no message", async () => {
    answerWith(json({ msg: 'Invalid login credentials' }, { status: 400 }))
    await expect(read()).rejects.toThrow('Invalid login credentials')
  })

  // SPEC: "No message found: 'An error has occurred: ' followed by the status"
  it.each(['<html>', ''])('names the status when an error response is %j', async (body) => {
    answerWith(new Response(body, { status: 502 }))
    await expect(read()).rejects.toThrow('An error has occurred: 502')
  })

  // SPEC: "or 'Unknown error'."
  it.each([new Error(''), 'just text', undefined])(
    'reports an unknown error for %s, which has no status either',
    (thrown) => {
      expect(errorMessage(thrown)).toBe('An error has occurred: Unknown error')
    },
  )

  // SPEC: "Unreachable server: 'Unable to reach the server. Please check your network or try again later.'"
  it('reports that the server cannot be reached', async () => {
    answerWith(new TypeError('fetch failed'))
    await expect(read()).rejects.toEqual(
      new ApiError('Unable to reach the server. Please check your network or try again later.', {
        code: 0,
      }),
    )
  })

  it('does not report a canceled request as an unreachable server', async () => {
    const aborted = new Error('aborted')
    answerWith(aborted)
    await expect(read(AbortSignal.abort())).rejects.toBe(aborted)
  })
})

describe('the URL of a call', () => {
  // SPEC: "Array query parameters are sent comma-joined."
  it('encodes parameters, joins arrays with commas and omits absent values', () => {
    expect(fillPath('/a/{x}/{y}', { x: 'ä b', y: 2 })).toBe('/a/%C3%A4%20b/2')
    expect(queryString({ a: [1, 2], b: undefined, c: null, d: false })).toBe('?a=1%2C2&d=false')
    expect(queryString(undefined)).toBe('')
  })
})

import { endpoint } from '@stoa/contract/endpoint'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createCall } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

// SPEC: "POST JSON helper | Generic."
it.each([
  ['an object', { name: 'Łucja', tags: ['a'] }],
  ['a list', [1, null]],
  ['text', 'plain'],
  ['nothing', null],
])('one helper sends %s as JSON for any operation', async (_what, body) => {
  const fetched = vi.fn<(url: string, init: RequestInit) => Promise<Response>>(async () =>
    Response.json({ id: 7 }, { status: 201 }),
  )
  vi.stubGlobal('fetch', fetched)
  const post = endpoint({
    method: 'POST',
    path: '/platform/things/{ref}',
    access: 'signed-in',
    params: z.object({ ref: z.string() }),
    body: z.unknown(),
    response: z.object({ id: z.number() }),
  })
  const call = createCall({ accessToken: async () => 'token' })
  await expect(call(post, { params: { ref: 'one' }, body })).resolves.toEqual({ id: 7 })
  expect(fetched.mock.calls).toMatchObject([
    [
      '/platform/things/one',
      {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
      },
    ],
  ])
})

import { endpoint } from '@stoa/contract/endpoint'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createCall } from './api.ts'
import type { ConnectionHandles } from './connection-handle.ts'

const listThings = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/things',
  access: 'database:read',
  params: z.object({ ref: z.string() }),
  response: z.object({}),
})
const listOthers = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/things',
  access: 'project:read',
  params: z.object({ ref: z.string() }),
  response: z.object({}),
})

/** A server that accepts the handle `taken`, and a project whose cached handle is `known`. */
function setUp({ known, taken }: { known: string | null; taken: string }) {
  const fetched = vi.fn<(url: string, init: { headers: Record<string, string> }) => unknown>(
    async (_url, { headers }) =>
      headers['x-connection-encrypted'] === taken
        ? new Response('{}')
        : new Response('{"code":"connection_handle_invalid","message":"No."}', { status: 400 }),
  )
  vi.stubGlobal('fetch', fetched)
  const read = vi.fn<ConnectionHandles['read']>(async (_ref, { isFresh }) =>
    isFresh ? 'fresh' : known,
  )
  const call = createCall({ accessToken: async () => 'token' }, { read })
  const headers = () => fetched.mock.calls.map(([, init]) => init.headers)
  return { call, headers, read }
}

afterEach(() => vi.unstubAllGlobals())

describe('a database-metadata call', () => {
  const both = [listThings, { ...listThings, path: '/platform/pg-meta/{ref}/things' }] as const
  it.each(both)("to $path sends the application name and its project's handle", async (list) => {
    const { call, headers, read } = setUp({ known: 'known', taken: 'known' })
    await call(list, { params: { ref: 'abc' } })
    expect(read.mock.calls).toEqual([['abc', { isFresh: false }]])
    expect(headers()).toEqual([
      expect.objectContaining({
        'x-application-name': 'stoa-dashboard',
        'x-connection-encrypted': 'known',
      }),
    ])
  })

  it('fetches a new handle when the server rejects the cached one', async () => {
    const { call, headers } = setUp({ known: 'old', taken: 'fresh' })
    await expect(call(listThings, { params: { ref: 'abc' } })).resolves.toEqual({})
    expect(headers().map((each) => each['x-connection-encrypted'])).toEqual(['old', 'fresh'])
  })

  it('fails when the server rejects the new handle too', async () => {
    const { call, headers } = setUp({ known: 'old', taken: 'another' })
    await expect(call(listThings, { params: { ref: 'abc' } })).rejects.toMatchObject({
      errorCode: 'connection_handle_invalid',
    })
    expect(headers()).toHaveLength(2)
  })
})

it('other calls send no connection handle', async () => {
  const { call, headers, read } = setUp({ known: 'known', taken: '' })
  await call(listOthers, { params: { ref: 'abc' } }).catch(() => undefined)
  expect(read).not.toHaveBeenCalled()
  expect(headers()[0]).not.toHaveProperty('x-connection-encrypted')
  expect(headers()[0]).not.toHaveProperty('x-application-name')
})

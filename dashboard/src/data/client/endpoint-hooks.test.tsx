import { endpoint } from '@stoa/contract/endpoint'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { answerWith, session } from '../../../test/show.tsx'
import { createCall, createOpenText } from './api.ts'
import { DataClientContext } from './client-context.ts'
import { useEndpointMutation, useEndpointQuery } from './endpoint-hooks.ts'
import { createQueryClient } from './query-client.ts'

const Thing = z.object({ id: z.string(), name: z.string() })
const listThings = endpoint({
  method: 'GET',
  path: '/things',
  access: 'signed-in',
  response: z.array(Thing),
})
const renameThing = endpoint({
  method: 'PATCH',
  path: '/things/{id}',
  access: 'signed-in',
  params: z.object({ id: z.string() }),
  body: z.object({ name: z.string() }),
  response: Thing,
})

afterEach(() => vi.unstubAllGlobals())

function setUp() {
  const queryClient = createQueryClient({ onFailure: () => undefined, onSuccess: () => undefined })
  const client = {
    queryClient,
    call: createCall(session),
    openText: createOpenText(session),
    session,
  }
  const seen: unknown[] = []
  const { result } = renderHook(
    () => ({
      list: useEndpointQuery(listThings, { input: {}, queryKey: ['list'] }),
      rename: useEndpointMutation(renameThing, {
        input: (name: string) => ({ params: { id: 'a/b' }, body: { name } }),
        sets: ({ id }) => ['thing', id],
        onSuccess: (thing, name) =>
          seen.push(thing, name, queryClient.getQueryData(['thing', 'a'])),
        invalidates: ['list'],
      }),
      edit: useEndpointMutation(renameThing, {
        input: (name: string) => ({ params: { id: 'a' }, body: { name } }),
        replaces: { list: ['list'], key: 'id' },
      }),
    }),
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <DataClientContext value={client}>
          <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
        </DataClientContext>
      ),
    },
  )
  return { result, queryClient, seen }
}

it('stores the response, calls back and reloads what the change made stale', async () => {
  const renamed = { id: 'a', name: 'New' }
  const sent = answerWith({ 'GET /things': [], 'PATCH /things/a%2Fb': renamed })
  const { result, seen } = setUp()
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  await act(() => result.current.rename.mutateAsync('New'))
  expect(seen).toEqual([renamed, 'New', renamed])
  expect(sent).toEqual([
    { request: 'GET /things', body: undefined },
    { request: 'PATCH /things/a%2Fb', body: { name: 'New' } },
    { request: 'GET /things', body: undefined },
  ])
})

it('stores and reloads nothing after a failure', async () => {
  const sent = answerWith({ 'GET /things': [] })
  const { result, queryClient, seen } = setUp()
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  const failing = act(() => result.current.rename.mutateAsync('New'))
  await expect(failing).rejects.toMatchObject({ code: 404 })
  expect(seen).toEqual([])
  expect(queryClient.getQueryData(['thing', 'a'])).toBeUndefined()
  expect(sent.map(({ request }) => request)).toEqual(['GET /things', 'PATCH /things/a%2Fb'])
})

it('replaces an item of a list by the response, and not by an older list', async () => {
  const [old, other] = [
    { id: 'a', name: 'Old' },
    { id: 'b', name: 'Other' },
  ]
  const renamed = { id: 'a', name: 'New' }
  let list: unknown = [old, other]
  const sent = answerWith({
    get 'GET /things'() {
      return list
    },
    'PATCH /things/a': renamed,
  })
  const { result } = setUp()
  await waitFor(() => expect(result.current.list.isSuccess).toBe(true))
  let answer = (_list: unknown) => undefined as void
  list = new Promise((resolve) => (answer = resolve))
  act(() => void result.current.list.refetch())
  await waitFor(() => expect(sent).toHaveLength(2))
  await act(() => result.current.edit.mutateAsync('New'))
  await act(async () => answer([old, other]))
  expect(result.current.list.data).toEqual([renamed, other])
  expect(sent.map(({ request }) => request)).toEqual([
    'GET /things',
    'GET /things',
    'PATCH /things/a',
  ])
})

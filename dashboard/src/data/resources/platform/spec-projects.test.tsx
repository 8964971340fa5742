import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import type { Call } from '../../client/api.ts'
import { ApiError } from '../../client/api-error.ts'
import { projectQuery, useProject, useUpdateProject } from './projects.ts'
import { createQueryClient } from '../../client/query-client.ts'
import { DataClientContext, type DataClient } from '../../client/client-context.ts'

afterEach(() => vi.unstubAllGlobals())

/** A server that never responds and counts the requests. */
function silentServer() {
  const asked = { times: 0 }
  const call: Call = () => {
    asked.times += 1
    return new Promise<never>(() => undefined)
  }
  return { asked, call }
}

function servicesWith(call: Call) {
  const queryClient = createQueryClient({ onFailure: () => undefined, onSuccess: () => undefined })
  const client = { queryClient, call, session: null } as unknown as DataClient
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <DataClientContext value={client}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </DataClientContext>
    )
  }
}

// SPEC: "**Project ref**: required to load project detail; the query stays disabled while it is
// undefined."
it('a project is requested only once its ref is known', async () => {
  const { asked, call } = silentServer()
  const { result, rerender } = renderHook(({ ref }) => useProject(ref), {
    wrapper: servicesWith(call),
    initialProps: { ref: undefined as string | undefined },
  })
  expect(result.current.fetchStatus).toBe('idle')
  expect(asked.times).toBe(0)
  rerender({ ref: 'abc' })
  await waitFor(() => expect(asked.times).toBe(1))
})

// SPEC: "4xx errors are not retried except 429."
it('a refused project is not requested again by a part that changes to it later', async () => {
  let times = 0
  const call: Call = async () => {
    times += 1
    throw new ApiError('That cannot be.', { code: 422 })
  }
  const wrapper = servicesWith(call)
  const { result } = renderHook(
    () => {
      const first = useProject('abc')
      // The shell changes to a project when its page appears, which can be after the refusal.
      const later = useProject(first.isError ? 'abc' : undefined)
      return { first, later }
    },
    { wrapper },
  )
  await waitFor(() => expect(result.current.later.isError).toBe(true))
  expect(result.current.later.fetchStatus).toBe('idle')
  expect(times).toBe(1)
  await act(() => result.current.first.refetch())
  expect(times).toBe(2)
})

// SPEC: "'Project ref is required' when the ref is missing."
it('a project without a ref is rejected before a request is sent', async () => {
  const { asked, call } = silentServer()
  const reading = new QueryClient().fetchQuery({ ...projectQuery(call, ''), retry: false })
  await expect(reading).rejects.toThrow('Project ref is required')
  expect(asked.times).toBe(0)
})

describe('reading a project', () => {
  const path = `GET /platform/projects/${project.ref}`

  function Reader() {
    const { status, fetchStatus } = useProject(project.ref)
    return <p>{fetchStatus === 'fetching' ? 'loading' : status}</p>
  }

  // SPEC: "GET /platform/projects/{ref} | Cancellable."
  it('is canceled when the requesting page is left', async () => {
    const signals: (AbortSignal | null | undefined)[] = []
    vi.stubGlobal('fetch', (_url: string, { signal }: RequestInit) => {
      signals.push(signal)
      return new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      )
    })
    const onFault = vi.fn<(error: unknown) => void>()
    const { unmount } = showSignedIn(<Reader />, { onFault })
    await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([false]))
    unmount()
    await waitFor(() => expect(signals.map((signal) => signal?.aborted)).toEqual([true]))
    expect(onFault).not.toHaveBeenCalled()
  })

  // SPEC: "Errors go to a shared handler (not shown)."
  it('reports failures only to the shared handler', async () => {
    answerWith({ [path]: Response.json({ code: 'forbidden', message: 'No.' }, { status: 403 }) })
    const onFault = vi.fn<(error: unknown) => void>()
    showSignedIn(<Reader />, { onFault })
    await waitFor(() => expect(onFault).toHaveBeenCalledOnce())
    expect(onFault.mock.calls[0]?.[0]).toMatchObject({ code: 403, message: 'No.' })
  })

  // SPEC: "**Queries and mutations**: idle, loading, success or error."
  it('is idle without a ref, then loading, and ends in success or error', async () => {
    const { asked, call } = silentServer()
    const { result } = renderHook(() => useProject(undefined), { wrapper: servicesWith(call) })
    expect([result.current.fetchStatus, asked.times]).toEqual(['idle', 0])
    answerWith({ [path]: project })
    const good = showSignedIn(<Reader />)
    expect(screen.getByText('loading')).toBeVisible()
    expect(await screen.findByText('success')).toBeVisible()
    good.unmount()
    answerWith({})
    showSignedIn(<Reader />)
    expect(screen.getByText('loading')).toBeVisible()
    expect(await screen.findByText('error')).toBeVisible()
  })
})

// SPEC: "**Queries and mutations**: idle, loading, success or error."
it('renaming a project is idle, then loading, and ends in success or error', async () => {
  let settle: (answer: unknown) => void = () => undefined
  let fail: (error: Error) => void = () => undefined
  const call = () => new Promise<unknown>((resolve, reject) => ([settle, fail] = [resolve, reject]))
  const { result } = renderHook(() => useUpdateProject('abc'), {
    wrapper: servicesWith(call as Call),
  })
  for (const [answer, end] of [
    [() => settle({ ref: 'abc' }), 'success'],
    [() => fail(new Error('No.')), 'error'],
  ] as const) {
    act(() => result.current.reset())
    await waitFor(() => expect(result.current.status).toBe('idle'))
    act(() => result.current.mutate({ name: 'Shop' }))
    await waitFor(() => expect(result.current.status).toBe('pending'))
    answer()
    await waitFor(() => expect(result.current.status).toBe(end))
  }
})

import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it } from 'vitest'
import type { Call } from '../client/api.ts'
import { projectQuery, useProject } from './projects.ts'
import { createQueryClient } from '../client/query-client.ts'
import { DataClientContext, type DataClient } from '../client/client-context.ts'

/** A server that never answers and counts what it was asked. */
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
it('a project is asked for once its ref is known', async () => {
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

// SPEC: "'Project ref is required' when the ref is missing."
it('a project without a ref is refused before anything is sent', async () => {
  const { asked, call } = silentServer()
  const reading = new QueryClient().fetchQuery({ ...projectQuery(call, ''), retry: false })
  await expect(reading).rejects.toThrow('Project ref is required')
  expect(asked.times).toBe(0)
})

// SPEC: "**Queries and mutations**: idle, loading, success or error."
// SPEC: "A mutation with no function set rejects with 'No mutationFn found'."
it('a mutation with no function is idle, then fails and says so', async () => {
  const { result } = renderHook(() => useMutation({}), {
    wrapper: servicesWith(silentServer().call),
  })
  expect(result.current.status).toBe('idle')
  await expect(result.current.mutateAsync()).rejects.toThrow('No mutationFn found')
  await waitFor(() => expect(result.current.status).toBe('error'))
})

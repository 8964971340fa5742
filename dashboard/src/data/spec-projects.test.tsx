import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, it, vi } from 'vitest'
import type { Call } from './api.ts'
import { projectQuery, useProject } from './projects.ts'
import { createQueryClient } from './query-client.ts'
import { ServicesContext, type Services } from './services.ts'

function servicesWith(call: Call) {
  const queryClient = createQueryClient({ onFailure: () => undefined, onSuccess: () => undefined })
  const services = { queryClient, call, session: null } as unknown as Services
  return function Wrapper({ children }: { children: ReactNode }) {
    return (
      <ServicesContext value={services}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </ServicesContext>
    )
  }
}

// SPEC: "**Project ref**: required to load project detail; the query stays disabled while it is
// undefined."
it('a project is asked for once its ref is known', async () => {
  const call = vi.fn<Call>(async () => new Promise(() => undefined))
  const { result, rerender } = renderHook(({ ref }) => useProject(ref), {
    wrapper: servicesWith(call),
    initialProps: { ref: undefined as string | undefined },
  })
  expect(result.current.fetchStatus).toBe('idle')
  expect(call).not.toHaveBeenCalled()
  rerender({ ref: 'abc' })
  await waitFor(() => expect(call).toHaveBeenCalledOnce())
})

// SPEC: "'Project ref is required' when the ref is missing."
it('a project without a ref is refused before anything is sent', async () => {
  const call = vi.fn<Call>()
  const asked = new QueryClient().fetchQuery({ ...projectQuery(call, ''), retry: false })
  await expect(asked).rejects.toThrow('Project ref is required')
  expect(call).not.toHaveBeenCalled()
})

// SPEC: "**Queries and mutations**: idle, loading, success or error."
// SPEC: "A mutation with no function set rejects with 'No mutationFn found'."
it('a mutation with no function is idle, then fails and says so', async () => {
  const { result } = renderHook(() => useMutation<unknown>({}), {
    wrapper: servicesWith(vi.fn<Call>()),
  })
  expect(result.current.status).toBe('idle')
  await expect(result.current.mutateAsync()).rejects.toThrow('No mutationFn found')
  await waitFor(() => expect(result.current.status).toBe('error'))
})

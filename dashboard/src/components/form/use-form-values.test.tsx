import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { fieldsCheckedBy } from './checked-by.ts'
import { useFormValues } from './use-form-values.ts'

const Named = z.object({ name: z.string().min(1, 'Enter a name.'), size: z.number() })

it('has a body once every value is valid, and the problem of each changed field', async () => {
  const { result } = renderHook(() => useFormValues({ name: '', size: 1 }, Named))
  expect(result.current).toMatchObject({ body: undefined, problems: {}, isDirty: false })
  act(() => result.current.change({ name: 'a' }))
  expect(result.current).toMatchObject({ body: { name: 'a', size: 1 }, isDirty: true })
  act(() => result.current.change({ name: '' }))
  await waitFor(() => expect(result.current.problems).toEqual({ name: 'Enter a name.' }))
})

it('shows the problems of fields that were not changed when asked to', async () => {
  const { result } = renderHook(() => useFormValues({ name: '', size: 1 }, Named))
  act(() => result.current.showProblems?.())
  await waitFor(() => expect(result.current.problems).toEqual({ name: 'Enter a name.' }))
  act(() => result.current.change({ name: 'a' }))
  expect(result.current.showProblems).toBeUndefined()
})

it('checks a changed field again when a rule makes another field decide', async () => {
  const schema = fieldsCheckedBy<{ from: number; to: number }>(({ from, to }) => ({
    from: from > to ? 'Starts after its end.' : undefined,
  }))
  const { result } = renderHook(() => useFormValues({ from: 1, to: 2 }, schema))
  act(() => result.current.change({ from: 3 }))
  await waitFor(() => expect(result.current.problems.from).toBe('Starts after its end.'))
  act(() => result.current.change({ to: 4 }))
  await waitFor(() => expect(result.current.problems).toEqual({}))
})

import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../data/client/api-error.ts'
import { useGuardedMutation, type Current } from './use-guarded-mutation.ts'

type Comment = { comment: string }
type Change = { input: string; replaces: Comment | undefined }
type Mutate = (
  change: Change,
  callbacks: { onSuccess: (data: unknown) => void; onError: (error: Error) => void },
) => void

const conflict = new ApiError('It was changed', { code: 409, errorCode: 'definition_changed' })
const theirs: Current<Comment> = { text: 'theirs', replaces: { comment: 'theirs' } }

function open(options: { current: Current<Comment> | undefined } = { current: theirs }) {
  const mutate = vi.fn<Mutate>()
  const reset = vi.fn<() => void>()
  const onSaved = vi.fn<() => void>()
  const { result, rerender } = renderHook(
    ({ replaces }) =>
      useGuardedMutation({
        run: { isPending: false, error: conflict, reset, mutate },
        replaces,
        readCurrent: async () => options.current,
        onSaved,
      }),
    {
      initialProps: { replaces: { comment: 'old' } },
    },
  )
  const lastChange = () => mutate.mock.lastCall?.[0]
  return {
    result,
    mutate,
    reset,
    onSaved,
    lastChange,
    save: (input: string, onError?: (error: Error) => void) =>
      act(() => result.current.save(input, onError)),
    async meetConflict() {
      act(() => mutate.mock.lastCall?.[1].onError(conflict))
      await waitFor(() => expect(result.current.conflict).toBeDefined())
    },
    /** The object is read again, such as after somebody's change. */
    read: (comment: string) => rerender({ replaces: { comment } }),
  }
}

it('changes the object as it was read', () => {
  const { save, mutate, onSaved, lastChange, result } = open()
  save('mine')
  expect(lastChange()).toEqual({ input: 'mine', replaces: { comment: 'old' } })
  act(() => mutate.mock.lastCall?.[1].onSuccess(undefined))
  expect(onSaved).toHaveBeenCalledTimes(1)
  expect(result.current.conflict).toBeUndefined()
})

it('shows the object as it is now after somebody has changed it', async () => {
  const { save, meetConflict, result } = open()
  save('mine')
  await meetConflict()
  expect(result.current.conflict).toMatchObject({ current: 'theirs', failure: conflict })
  expect(result.current.error).toBeNull()
})

it('overwrites the newer object, and what is saved after that', async () => {
  const { save, meetConflict, result, lastChange } = open()
  save('mine')
  await meetConflict()
  act(() => result.current.conflict?.onOverwrite())
  expect(lastChange()).toEqual({ input: 'mine', replaces: { comment: 'theirs' } })
  await waitFor(() => expect(result.current.conflict).toBeUndefined())
  save('mine again')
  expect(lastChange()).toEqual({ input: 'mine again', replaces: { comment: 'theirs' } })
})

it('compares with an object that was read after the overwriting', async () => {
  const { save, meetConflict, result, lastChange, read } = open()
  save('mine')
  await meetConflict()
  act(() => result.current.conflict?.onOverwrite())
  await waitFor(() => expect(result.current.conflict).toBeUndefined())
  read('mine')
  save('mine again')
  expect(lastChange()?.replaces).toEqual({ comment: 'mine' })
})

it('keeps the newer object when the user cancels', async () => {
  const { save, meetConflict, result, mutate, reset } = open()
  save('mine')
  await meetConflict()
  act(() => result.current.conflict?.onCancel())
  await waitFor(() => expect(result.current.conflict).toBeUndefined())
  expect(mutate).toHaveBeenCalledTimes(1)
  expect(reset).toHaveBeenCalledTimes(1)
})

it('creates an object again that is gone', async () => {
  const { save, meetConflict, result, lastChange } = open({ current: undefined })
  save('mine')
  await meetConflict()
  expect(result.current.conflict?.current).toBeUndefined()
  act(() => result.current.conflict?.onOverwrite())
  expect(lastChange()).toEqual({ input: 'mine', replaces: undefined })
})

it('passes on any other failure', () => {
  const onError = vi.fn<(error: Error) => void>()
  const { save, mutate, result } = open()
  save('mine', onError)
  const failure = new ApiError('Failed', { code: 500 })
  act(() => mutate.mock.lastCall?.[1].onError(failure))
  expect(onError).toHaveBeenCalledWith(failure)
  expect(result.current.conflict).toBeUndefined()
})

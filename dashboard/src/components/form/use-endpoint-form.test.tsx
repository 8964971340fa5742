import { endpoint } from '@stoa/contract/endpoint'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../data/client/api-error.ts'
import { useEndpointForm, type FormMutation } from './use-endpoint-form.ts'

const createJob = endpoint({
  method: 'POST',
  path: '/jobs',
  access: 'signed-in',
  body: z.object({ name: z.string().min(1, 'Enter a name.'), seconds: z.number().int() }),
  response: z.object({ id: z.string() }),
})

type Body = { name: string; seconds: number }
type Mutate = FormMutation<Body, string>['mutate']

const UNTRIED: { error: Error | null } = { error: null }

const refusal = (path: string) =>
  new ApiError('Invalid', { code: 400, details: [{ path, message: 'is taken' }] })

function open(options: { errorField?: 'name'; confirm?: (body: Body) => void } = {}) {
  const mutate = vi.fn<Mutate>()
  const onSuccess = vi.fn<(id: string) => void>()
  const { result, rerender } = renderHook(
    ({ error }) =>
      useEndpointForm(createJob, {
        defaults: { name: '', seconds: '5' },
        toBody: ({ seconds, ...values }) => ({ ...values, seconds: Number(seconds) }),
        mutation: { isPending: false, error, mutate },
        onSuccess,
        ...options,
      }),
    { initialProps: UNTRIED },
  )
  return {
    result,
    mutate,
    onSuccess,
    submit: () => act(() => result.current.state.onSubmit()),
    /** The server rejects what was sent last. */
    fail(error: Error) {
      act(() => mutate.mock.lastCall?.[1].onError(error))
      rerender({ error })
    },
  }
}

it('sends the body of valid values and passes on the response', async () => {
  const { result, submit, mutate, onSuccess } = open()
  act(() => result.current.change({ name: 'nightly' }))
  submit()
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(1))
  expect(mutate.mock.lastCall?.[0]).toEqual({ name: 'nightly', seconds: 5 })
  act(() => mutate.mock.lastCall?.[1].onSuccess('7'))
  expect(onSuccess).toHaveBeenCalledWith('7')
})

it('sends nothing while a value is invalid, and shows its problem', async () => {
  const { result, submit, mutate } = open()
  submit()
  await waitFor(() => expect(result.current.problems).toEqual({ name: 'Enter a name.' }))
  expect(mutate).not.toHaveBeenCalled()
})

it('shows an error of the server at the field that it names', async () => {
  const { result, submit, mutate, fail } = open()
  act(() => result.current.change({ name: 'nightly' }))
  submit()
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(1))
  fail(refusal('name'))
  expect(result.current.problems.name).toBe('is taken.')
  expect(result.current.state.problem).toBeUndefined()
})

it('shows an error that names no field of the form above the button', async () => {
  const { result, submit, mutate, fail } = open()
  act(() => result.current.change({ name: 'nightly' }))
  submit()
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(1))
  fail(refusal('owner'))
  expect(result.current.problems).toEqual({})
  expect(result.current.state.problem).toBeDefined()
})

it('shows such an error at the field chosen for it', async () => {
  const { result, submit, mutate, fail } = open({ errorField: 'name' })
  act(() => result.current.change({ name: 'nightly' }))
  submit()
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(1))
  fail(new ApiError('A job has this name', { code: 409 }))
  expect(result.current.problems.name).toBe('A job has this name')
  expect(result.current.state.problem).toBeUndefined()
})

it('asks before it sends, if it has a question', async () => {
  const confirm = vi.fn<(body: Body) => void>()
  const { result, submit, mutate } = open({ confirm })
  act(() => result.current.change({ name: 'nightly' }))
  submit()
  await waitFor(() => expect(confirm.mock.lastCall?.[0]).toEqual({ name: 'nightly', seconds: 5 }))
  expect(mutate).not.toHaveBeenCalled()
  act(() => result.current.send({ name: 'nightly', seconds: 5 }))
  expect(mutate).toHaveBeenCalledTimes(1)
})

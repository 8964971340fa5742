import { endpoint } from '@stoa/contract/endpoint'
import { act, renderHook, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '../../data/client/api-error.ts'
import { fieldsCheckedBy } from './checked-by.ts'
import { useForm } from './use-form.ts'
import type { FormMutation } from './use-sending.ts'

const createJob = endpoint({
  method: 'POST',
  path: '/jobs',
  access: 'signed-in',
  body: z.object({ name: z.string().min(1, 'Enter a name.'), seconds: z.number().int() }),
  response: z.object({ id: z.string() }),
})

type Body = { name: string; seconds: number; replaces?: { name: string } | undefined }
type Values = { name: string; seconds: string }
type Mutate = FormMutation<Body, string>['mutate']

const SAVED: Values = { name: 'nightly', seconds: '5' }

const refusal = (path: string) =>
  new ApiError('Invalid', { code: 400, details: [{ path, message: 'is taken' }] })
const changedMeanwhile = (name: string) =>
  new ApiError('It was changed', {
    code: 409,
    errorCode: 'definition_changed',
    details: { current: { name } },
  })

type Options = {
  kind?: 'new' | 'record' | 'settings' | 'step'
  values?: Values
  errorField?: 'name'
  confirm?: (body: Body) => void
  isGuarded?: boolean
}

function open({
  values = { name: '', seconds: '5' },
  isGuarded = false,
  ...options
}: Options = {}) {
  const mutate = vi.fn<Mutate>()
  const reset = vi.fn<() => void>()
  const onSuccess = vi.fn<(id: string) => void>()
  type Shown = { values: Values; isPending: boolean; error: Error | null }
  const first: Shown = { values, isPending: false, error: null }
  const { result, rerender, unmount } = renderHook(
    (shown: Shown) =>
      useForm({
        ...options,
        endpoint: createJob,
        values: shown.values,
        toBody: ({ seconds, ...others }) => ({ ...others, seconds: Number(seconds) }),
        mutation: { isPending: shown.isPending, error: shown.error, mutate, reset },
        onSuccess,
        ...(isGuarded && {
          guard: { schema: z.object({ name: z.string() }), record: shown.values },
        }),
      }),
    { initialProps: first },
  )
  let shown = first
  const show = (next: Partial<Shown>) => {
    shown = { ...shown, ...next }
    rerender(shown)
  }
  return {
    result,
    mutate,
    reset,
    onSuccess,
    unmount,
    show,
    change: (next: Partial<Values>) => act(() => result.current.change(next)),
    submit: () => act(() => result.current.submit()),
    /** Submits the form. The request runs until `succeed` or `fail`. */
    send() {
      act(() => result.current.submit())
      show({ isPending: true, error: null })
    },
    /** The server has stored these values. */
    succeed(stored?: Values) {
      act(() => mutate.mock.lastCall?.[1].onSuccess('7'))
      show({ isPending: false, ...(stored && { values: stored }) })
    },
    fail(error: Error) {
      act(() => mutate.mock.lastCall?.[1].onError(error))
      show({ isPending: false, error })
    },
  }
}

describe('a new form', () => {
  it('sends the body of valid values and passes on the response', () => {
    const { change, send, succeed, mutate, onSuccess } = open()
    change({ name: 'nightly' })
    send()
    expect(mutate.mock.lastCall?.[0]).toEqual({ name: 'nightly', seconds: 5 })
    succeed()
    expect(onSuccess).toHaveBeenCalledWith('7')
  })

  it('shows the problem of a changed field at once, and of the others after a submit', () => {
    const { result, change, submit, mutate } = open({ values: { name: '', seconds: 'x' } })
    expect(result.current).toMatchObject({ body: undefined, problems: {}, isDirty: false })
    change({ name: 'a' })
    change({ name: '' })
    expect(Object.keys(result.current.problems)).toEqual(['name'])
    submit()
    expect(Object.keys(result.current.problems)).toEqual(['name', 'seconds'])
    expect(mutate).not.toHaveBeenCalled()
  })

  it('checks a changed field again when a rule makes another field decide', () => {
    const schema = fieldsCheckedBy<{ from: number; to: number }>(({ from, to }) => ({
      from: from > to ? 'Starts after its end.' : undefined,
    }))
    const { result } = renderHook(() => useForm({ values: { from: 1, to: 2 }, schema }))
    act(() => result.current.change({ from: 3 }))
    expect(result.current.problems.from).toBe('Starts after its end.')
    act(() => result.current.change({ to: 4 }))
    expect(result.current.problems).toEqual({})
  })

  it('keeps every change of one event', () => {
    const { result } = open()
    act(() => {
      result.current.change({ name: 'a' })
      result.current.change(({ name }) => ({ name: `${name}b` }))
    })
    expect(result.current.values.name).toBe('ab')
  })

  it('keeps the values that it started with', () => {
    const { result, show } = open({ values: SAVED })
    show({ values: { name: 'other', seconds: '9' } })
    expect(result.current.values).toEqual(SAVED)
  })

  it('sends a body that is an array as it is', () => {
    const mutate = vi.fn<FormMutation<string[]>['mutate']>()
    const { result } = renderHook(() =>
      useForm({
        values: { text: 'a,b' },
        toBody: ({ text }) => text.split(','),
        schema: z.array(z.string()),
        mutation: { isPending: false, error: null, mutate },
      }),
    )
    act(() => result.current.submit())
    expect(mutate.mock.calls[0]?.[0]).toEqual(['a', 'b'])
  })

  it('sends once when it is submitted twice', () => {
    const { result, mutate, show, submit, succeed } = open({ values: SAVED })
    act(() => {
      result.current.submit()
      result.current.submit()
    })
    show({ isPending: true })
    submit()
    expect(mutate).toHaveBeenCalledTimes(1)
    succeed()
    submit()
    expect(mutate).toHaveBeenCalledTimes(2)
  })

  it('asks before it sends, if it has a question', () => {
    const confirm = vi.fn<(body: Body) => void>()
    const { result, submit, mutate } = open({ values: SAVED, confirm })
    submit()
    expect(confirm.mock.lastCall?.[0]).toEqual({ name: 'nightly', seconds: 5 })
    expect(mutate).not.toHaveBeenCalled()
    act(() => result.current.send({ name: 'nightly', seconds: 5 }))
    expect(mutate).toHaveBeenCalledTimes(1)
  })
})

describe('an error of the server', () => {
  it('is shown at the field that it names, until the field is changed', () => {
    const { result, change, send, fail } = open({ values: SAVED })
    send()
    fail(refusal('name'))
    expect(result.current.problems.name).toBe('is taken.')
    expect(result.current.state.problem).toBeUndefined()
    change({ seconds: '6' })
    expect(result.current.problems.name).toBe('is taken.')
    change({ name: 'weekly' })
    expect(result.current.problems.name).toBeUndefined()
  })

  it('is shown above the button if it names no field of the form', () => {
    const { result, send, fail } = open({ values: SAVED })
    send()
    fail(refusal('owner'))
    expect(result.current.problems).toEqual({})
    expect(result.current.state.problem?.message).toBe('Invalid')
  })

  it('is shown at the field chosen for it', () => {
    const { result, send, fail } = open({ values: SAVED, errorField: 'name' })
    send()
    fail(new ApiError('A job has this name', { code: 409 }))
    expect(result.current.problems.name).toBe('A job has this name')
    expect(result.current.state.problem).toBeUndefined()
  })
})

describe('the form of a record', () => {
  it('shows newer values in every field that was not edited', () => {
    const { result, change, show } = open({ kind: 'record', values: SAVED })
    change({ name: 'mine' })
    show({ values: { name: 'nightly', seconds: '60' } })
    expect(result.current.values).toEqual({ name: 'mine', seconds: '60' })
    expect(result.current.changes).toEqual({ name: 'mine' })
    expect(result.current.state.overwrites).toBeUndefined()
  })

  it('says that a save overwrites a newer value of an edited field', () => {
    const { result, change, show } = open({ kind: 'record', values: SAVED })
    change({ name: 'mine' })
    show({ values: { name: 'theirs', seconds: '5' } })
    expect(result.current.values.name).toBe('mine')
    act(() => result.current.state.overwrites?.onTakeNewer())
    expect(result.current).toMatchObject({ values: { name: 'theirs' }, isDirty: false })
    expect(result.current.state.overwrites).toBeUndefined()
  })
})

describe('a guarded form', () => {
  it('replaces the record that it shows', () => {
    const { change, show, send, mutate } = open({ kind: 'record', values: SAVED, isGuarded: true })
    change({ seconds: '6' })
    show({ values: { name: 'renamed', seconds: '5' } })
    send()
    expect(mutate.mock.lastCall?.[0]).toEqual({
      name: 'renamed',
      seconds: 6,
      replaces: { name: 'renamed' },
    })
  })

  it('replaces the record before the edit while an edited field has a newer value', () => {
    const { change, show, send, mutate } = open({ kind: 'record', values: SAVED, isGuarded: true })
    change({ name: 'mine' })
    show({ values: { name: 'theirs', seconds: '5' } })
    send()
    expect(mutate.mock.lastCall?.[0].replaces).toEqual({ name: 'nightly' })
  })

  it('shows somebody else’s change, and overwrites it when told to', async () => {
    const form = open({ kind: 'record', values: SAVED, isGuarded: true })
    form.change({ name: 'mine' })
    form.send()
    form.fail(changedMeanwhile('theirs'))
    await waitFor(() => expect(form.result.current.conflict?.current).toBe('name: theirs'))
    expect(form.result.current.state.problem).toBeUndefined()
    act(() => form.result.current.conflict?.onOverwrite())
    expect(form.mutate.mock.lastCall?.[0]).toMatchObject({
      name: 'mine',
      replaces: { name: 'theirs' },
    })
  })
})

describe('the form of settings', () => {
  const openSettings = () => open({ kind: 'settings', values: SAVED })

  it('shows that the definition was changed as an error, if the record is not guarded', () => {
    const form = open({ kind: 'settings', values: SAVED })
    act(() => form.result.current.change({ name: 'weekly' }))
    act(() => form.result.current.submit())
    const failure = changedMeanwhile('hourly')
    act(() => form.mutate.mock.calls[0]?.[1].onError(failure))
    form.show({ error: failure })
    expect(form.result.current.state.problem?.message).toBe('It was changed')
    expect(form.result.current.conflict).toBeUndefined()
  })

  it('sends nothing without a change', () => {
    const { submit, mutate } = openSettings()
    submit()
    expect(mutate).not.toHaveBeenCalled()
  })

  it('has no changes after a save, and shows the value as the server stored it', () => {
    const { result, change, send, succeed } = openSettings()
    change({ name: 'Weekly' })
    send()
    succeed({ name: 'weekly', seconds: '5' })
    expect(result.current).toMatchObject({ values: { name: 'weekly' }, isDirty: false })
  })

  it('keeps what is typed during a save, which is no conflict', () => {
    const { result, change, send, succeed } = openSettings()
    change({ name: 'a' })
    send()
    change({ name: 'ab' })
    succeed({ name: 'a', seconds: '5' })
    expect(result.current).toMatchObject({ values: { name: 'ab' }, changes: { name: 'ab' } })
    expect(result.current.state.overwrites).toBeUndefined()
  })

  it('saves again after a save during which it was submitted', () => {
    const { change, send, submit, succeed, mutate } = openSettings()
    change({ name: 'a' })
    send()
    change({ name: 'ab' })
    submit()
    expect(mutate).toHaveBeenCalledTimes(1)
    succeed({ name: 'a', seconds: '5' })
    expect(mutate).toHaveBeenCalledTimes(2)
    expect(mutate.mock.lastCall?.[0]).toMatchObject({ name: 'ab' })
  })

  it('discards the changes, the problem and a submit that waits', () => {
    const { result, change, send, submit, succeed, fail, mutate, reset } = openSettings()
    change({ name: 'a' })
    send()
    fail(refusal('owner'))
    change({ name: 'ab' })
    send()
    submit()
    act(() => result.current.reset())
    expect(result.current.values).toEqual(SAVED)
    succeed()
    expect(mutate).toHaveBeenCalledTimes(2)
    fail(refusal('owner'))
    act(() => result.current.reset())
    expect(reset).toHaveBeenCalledTimes(1)
  })

  it('shows the problems of all fields after a change', () => {
    const { result, change } = open({ kind: 'settings', values: { name: '', seconds: '5' } })
    change({ seconds: '6' })
    expect(result.current.problems.name).toBe('Enter a name.')
  })
})

describe('a step', () => {
  function openStep(submit: (body: { code: string }) => Promise<void>) {
    return renderHook(() =>
      useForm({
        kind: 'step',
        values: { code: '' },
        problemsOf: ({ code }) => ({ code: code === '' ? 'Enter the code.' : undefined }),
        submit,
        errorField: 'code',
        errorText: () => 'Wrong code.',
      }),
    )
  }

  it('shows problems only after a submit', () => {
    const submit = vi.fn<() => Promise<void>>()
    const { result } = openStep(submit)
    act(() => result.current.change({ code: '1' }))
    act(() => result.current.change({ code: '' }))
    expect(result.current.problems).toEqual({})
    act(() => result.current.submit())
    expect(result.current.problems.code).toBe('Enter the code.')
    expect(submit).not.toHaveBeenCalled()
  })

  it('is pending until its function ends, and shows why it failed', async () => {
    const { promise, reject } = Promise.withResolvers<void>()
    const { result } = openStep(() => promise)
    act(() => result.current.change({ code: '1' }))
    act(() => result.current.submit())
    expect(result.current.state.pending).toBe(true)
    await act(async () => reject(new Error('refused')))
    expect(result.current.state.pending).toBe(false)
    expect(result.current.problems.code).toBe('Wrong code.')
  })

  it('does nothing when its function ends after it was closed', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const onSuccess = vi.fn<() => void>()
    const { result, unmount } = renderHook(() =>
      useForm({ values: { code: '1' }, submit: () => promise, onSuccess }),
    )
    act(() => result.current.submit())
    unmount()
    await act(async () => resolve())
    expect(onSuccess).not.toHaveBeenCalled()
  })
})

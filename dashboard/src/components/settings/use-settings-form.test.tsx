import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { useSettingsForm, type Save } from './use-settings-form.ts'

const Settings = z.object({
  site: z.string().min(1, 'Enter a URL.').optional(),
  length: z.number().int().optional(),
})
type Body = z.infer<typeof Settings>
type Values = { site: string; length: number }

const SAVED: Values = { site: 'a', length: 6 }

function open() {
  const mutate = vi.fn<Save<Body>['mutate']>()
  const reset = vi.fn<() => void>()
  const { result, rerender } = renderHook(
    ({ saved, isPending }) =>
      useSettingsForm<Values, Body>(Settings, {
        saved,
        toBody: (values) => values,
        save: { isPending, error: null, mutate, reset },
      }),
    { initialProps: { saved: SAVED, isPending: false } },
  )
  let shown = { saved: SAVED, isPending: false }
  const show = (next: Partial<typeof shown>) => {
    shown = { ...shown, ...next }
    rerender(shown)
  }
  return {
    result,
    mutate,
    reset,
    show,
    change: (next: Partial<Values>) => act(() => result.current.change(next)),
    /** Presses Save, and waits until the request is sent. */
    async save() {
      const count = mutate.mock.calls.length
      act(() => result.current.state.onSubmit())
      await waitFor(() => expect(mutate).toHaveBeenCalledTimes(count + 1))
      show({ isPending: true })
    },
    /** The server has stored these values. */
    saveEnds(saved: Values) {
      act(() => mutate.mock.lastCall?.[1].onSuccess())
      show({ saved, isPending: false })
    },
  }
}

it('counts the changed fields and sends nothing without any', () => {
  const { result, mutate, change } = open()
  expect(result.current).toMatchObject({ changedCount: 0, state: { isDirty: false } })
  act(() => result.current.state.onSubmit())
  expect(mutate).not.toHaveBeenCalled()
  change({ site: 'b' })
  expect(result.current).toMatchObject({ changedCount: 1, changes: { site: 'b' } })
  change({ site: 'a' })
  expect(result.current.changedCount).toBe(0)
})

it('shows a newer saved value in every field that was not edited', () => {
  const { result, change, show } = open()
  change({ site: 'b' })
  show({ saved: { site: 'theirs', length: 8 } })
  expect(result.current.values).toEqual({ site: 'b', length: 8 })
  expect(result.current.changes).toEqual({ site: 'b' })
})

it('has no changes after a save', async () => {
  const { result, change, save, saveEnds } = open()
  change({ site: 'b' })
  await save()
  saveEnds({ site: 'b', length: 6 })
  expect(result.current).toMatchObject({ values: { site: 'b', length: 6 }, changedCount: 0 })
})

it('keeps what is typed during a save', async () => {
  const { result, change, save, saveEnds } = open()
  change({ site: 'b' })
  await save()
  change({ site: 'bc' })
  saveEnds({ site: 'b', length: 6 })
  expect(result.current).toMatchObject({ values: { site: 'bc' }, changes: { site: 'bc' } })
})

it('saves again after a save during which Save was pressed', async () => {
  const { result, mutate, change, save, saveEnds } = open()
  change({ site: 'b' })
  await save()
  change({ site: 'bc' })
  act(() => result.current.state.onSubmit())
  expect(mutate).toHaveBeenCalledTimes(1)
  saveEnds({ site: 'b', length: 6 })
  await waitFor(() => expect(mutate).toHaveBeenCalledTimes(2))
  expect(mutate.mock.lastCall?.[0]).toMatchObject({ site: 'bc' })
})

it('shows the value as the server stored it', async () => {
  const { result, change, save, saveEnds } = open()
  change({ site: 'B' })
  await save()
  saveEnds({ site: 'b', length: 6 })
  expect(result.current.values.site).toBe('b')
})

it('discards the changes and the pressed Save', async () => {
  const { result, mutate, reset, change, save, saveEnds } = open()
  change({ site: 'b' })
  await save()
  change({ site: 'bc' })
  act(() => result.current.state.onSubmit())
  act(() => result.current.discard())
  expect(result.current.values).toEqual(SAVED)
  expect(reset).toHaveBeenCalledTimes(1)
  saveEnds({ site: 'b', length: 6 })
  expect(mutate).toHaveBeenCalledTimes(1)
})

it('shows the problem of a value and sends nothing', async () => {
  const { result, mutate, change } = open()
  change({ site: '' })
  act(() => result.current.state.onSubmit())
  await waitFor(() => expect(result.current.form.getFieldState('site').error).toBeDefined())
  expect(mutate).not.toHaveBeenCalled()
})

import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDraft } from './use-draft.ts'

const saved = { name: 'Shop', size: 1 }

it('contains what differs from the saved record', () => {
  const { result } = renderHook(() => useDraft(saved))
  act(() => result.current.set({ name: 'Store', size: 1 }))
  expect(result.current).toMatchObject({
    value: { name: 'Store', size: 1 },
    changes: { name: 'Store' },
    changedCount: 1,
  })
  act(() => result.current.discard())
  expect(result.current).toMatchObject({ value: saved, changedCount: 0 })
})

it('keeps edits made while earlier edits were being saved', () => {
  const { result } = renderHook(() => useDraft(saved))
  act(() => result.current.set({ name: 'Store', size: 2 }))
  const { discard: whenSaved } = result.current
  act(() => result.current.set({ name: 'Stores' }))
  act(() => whenSaved())
  expect(result.current).toMatchObject({ value: { name: 'Stores', size: 1 }, changedCount: 1 })
})

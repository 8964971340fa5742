import { renderHook } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { useActions } from './actions.tsx'

afterEach(() => vi.restoreAllMocks())

// SPEC: "A command context used outside its provider throws an error saying so."
it('throws when the actions are used outside their provider', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  expect(() => renderHook(() => useActions())).toThrow(
    'An action context is used outside its provider',
  )
})

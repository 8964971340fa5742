import { act, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

const KINDS = ['success', 'info', 'warning', 'error', 'loading'] as const

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
const toastOf = (text: string) => screen.queryByText(text)?.closest('[data-sonner-toast]')

describe('toasts', () => {
  // SPEC: "Toasts: types success, info, warning, error and loading."
  it.each(KINDS)('come as %s', async (kind) => {
    render(<Toaster />)
    act(() => toast[kind](`It is ${kind}`, { id: kind }))
    await pass(20)
    expect(toastOf(`It is ${kind}`)).toHaveAttribute('data-type', kind)
  })

  // SPEC: "Toast default duration 4000 ms, 3 visible toasts, gap 14 px, width 356 px."
  it('go by themselves after 4000 ms, and a loading one does not', async () => {
    render(<Toaster />)
    act(() => {
      toast.info('Short')
      toast.loading('Long', { id: 'long' })
    })
    await pass(3900)
    expect(toastOf('Short')).toHaveAttribute('data-removed', 'false')
    await pass(1000)
    expect(toastOf('Short')).toBeUndefined()
    expect(toastOf('Long')).toHaveAttribute('data-removed', 'false')
  })

  it('are 356 px wide, 14 px apart, and three of them visible', async () => {
    render(<Toaster />)
    act(() => ['one', 'two', 'three', 'four'].forEach((text) => toast.info(text)))
    await pass(20)
    const list = document.querySelector<HTMLElement>('[data-sonner-toaster]')
    expect(list?.style.getPropertyValue('--width')).toBe('356px')
    expect(list?.style.getPropertyValue('--gap')).toBe('14px')
    const visible = ['one', 'two', 'three', 'four'].map((text) =>
      toastOf(text)?.getAttribute('data-visible'),
    )
    expect(visible).toEqual(['false', 'true', 'true', 'true'])
  })
})

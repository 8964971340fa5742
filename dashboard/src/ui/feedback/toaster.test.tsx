import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { toast } from './toast.ts'
import { Toaster } from './toaster.tsx'

const KINDS = ['success', 'info', 'warning', 'error', 'loading'] as const

beforeEach(() => {
  // jsdom has no pointer capture.
  Element.prototype.setPointerCapture = () => undefined
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
  vi.restoreAllMocks()
})

function hide(isHidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  fireEvent(document, new Event('visibilitychange'))
}

const pass = (milliseconds: number) => act(async () => vi.advanceTimersByTimeAsync(milliseconds))
const toastOf = (text: string) => screen.queryByText(text)?.closest('[data-sonner-toast]')

describe('toasts', () => {
  // SPEC: "Toasts: types success, info, warning, error and loading."
  it.each(KINDS)('are shown as %s', async (kind) => {
    render(<Toaster />)
    act(() => toast[kind](`It is ${kind}`, { id: kind }))
    await pass(20)
    expect(toastOf(`It is ${kind}`)).toHaveAttribute('data-type', kind)
  })

  // SPEC: "Toast default duration 4000 ms"
  it('disappear after 4000 ms, except loading ones', async () => {
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

  // SPEC: "They auto-dismiss after the duration and pause while expanded"
  // SPEC: ", while the user interacts, or while the page is hidden."
  it.each([
    {
      while: 'the pointer is over them',
      begin: (shown: Element) => fireEvent.mouseEnter(shown),
      end: (shown: Element) => fireEvent.mouseLeave(shown),
    },
    {
      while: 'a finger presses them',
      begin: (shown: Element) => fireEvent.pointerDown(shown),
      end: (shown: Element) => fireEvent.pointerUp(shown),
    },
    { while: 'the page is hidden', begin: () => hide(true), end: () => hide(false) },
  ])('stay while $while', async ({ begin, end }) => {
    render(<Toaster />)
    act(() => toast.info('Short'))
    await pass(2000)
    const list = document.querySelector('[data-sonner-toaster]')
    const shown = toastOf('Short')
    if (!list || !shown) throw new Error('The toast is not shown')
    act(() => void begin(shown))
    await pass(60_000)
    expect(shown).toHaveAttribute('data-removed', 'false')
    act(() => void end(shown))
    await pass(5000)
    expect(toastOf('Short')).toBeUndefined()
  })

  // SPEC: ", 3 visible toasts, gap 14 px, width 356 px."
  it('are 356 px wide and 14 px apart, with three visible', async () => {
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

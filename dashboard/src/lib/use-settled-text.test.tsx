import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useSettledText } from './use-settled-text.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function open(first = '') {
  const settled: string[] = []
  const { result, rerender } = renderHook(
    ({ value }) => useSettledText(value, (text) => settled.push(text)),
    { initialProps: { value: first } },
  )
  return {
    settled,
    text: () => result.current.text,
    type: (text: string) => act(() => result.current.setText(text)),
    pause: () =>
      act(() => {
        vi.advanceTimersByTime(1000)
      }),
    /** The owner's value changes, as the URL does. */
    change: (value: string) => rerender({ value }),
  }
}

it('shows typing at once and passes it on once, after a pause', () => {
  const field = open()
  field.type('a')
  field.type('ab ')
  expect(field.text()).toBe('ab ')
  expect(field.settled).toEqual([])
  field.pause()
  expect(field.settled).toEqual(['ab'])
  field.change('ab')
  expect(field.text()).toBe('ab ')
  field.pause()
  expect(field.settled).toEqual(['ab'])
})

it('keeps what is typed before the owner has the text', () => {
  const field = open()
  field.type('ab')
  field.pause()
  field.type('abc')
  field.change('ab')
  expect(field.text()).toBe('abc')
  field.pause()
  expect(field.settled).toEqual(['ab', 'abc'])
})

it('shows the value that Back returns to', () => {
  const field = open()
  field.type('ab')
  field.pause()
  field.change('ab')
  field.change('')
  expect(field.text()).toBe('')
  field.pause()
  expect(field.settled).toEqual(['ab'])
})

it('forgets typing that has not settled when the value changes', () => {
  const field = open('first')
  field.type('ab')
  field.change('second')
  expect(field.text()).toBe('second')
  field.pause()
  expect(field.settled).toEqual([])
})

it('passes on nothing when the text becomes the value again', () => {
  const field = open('ab')
  field.type('abc')
  field.type('ab')
  field.pause()
  expect(field.settled).toEqual([])
})

it('passes on an empty text', () => {
  const field = open('ab')
  field.type('')
  field.pause()
  expect(field.settled).toEqual([''])
})

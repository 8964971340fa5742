import { act, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useVisibleRange } from './use-visible-range.ts'

const HEIGHT = 200
const ROW = 20

function List({ count, revealed = -1 }: { count: number; revealed?: number }) {
  const { ref, measure, first, last, reveal } = useVisibleRange<HTMLUListElement>(count, ROW)
  return (
    <>
      <ul
        onScroll={measure}
        ref={(list) => {
          ref.current = list
          if (list) Object.defineProperty(list, 'clientHeight', { value: HEIGHT })
        }}
      >
        {`${first} to ${last}`}
      </ul>
      <button onClick={() => reveal(revealed)}>Reveal</button>
    </>
  )
}

const scrollTo = (top: number) =>
  act(() => {
    const list = screen.getByRole('list')
    list.scrollTop = top
    list.dispatchEvent(new Event('scroll', { bubbles: true }))
  })

it('is a short list whole', () => {
  render(<List count={5} />)
  expect(screen.getByRole('list')).toHaveTextContent('0 to 5')
})

it('follows the scrolled place, with some rows to spare', () => {
  render(<List count={5000} />)
  scrollTo(1000 * ROW)
  expect(screen.getByRole('list')).toHaveTextContent('992 to 1018')
})

it('shows the end of a list that became shorter before it scrolled', () => {
  const { rerender } = render(<List count={5000} />)
  scrollTo(4000 * ROW)
  rerender(<List count={30} />)
  expect(screen.getByRole('list')).toHaveTextContent('12 to 30')
})

it('scrolls to a row only if it is not visible', () => {
  const { rerender } = render(<List count={5000} revealed={3000} />)
  const reveal = screen.getByRole('button', { name: 'Reveal' })
  act(() => reveal.click())
  expect(screen.getByRole('list').scrollTop).toBe(3001 * ROW - HEIGHT)
  rerender(<List count={5000} revealed={2995} />)
  act(() => reveal.click())
  expect(screen.getByRole('list').scrollTop).toBe(3001 * ROW - HEIGHT)
})

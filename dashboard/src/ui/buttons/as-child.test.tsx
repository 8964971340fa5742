import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createRef } from 'react'
import { expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

it('gives the look, the name and the reference of a button to a link', () => {
  const ref = createRef<HTMLButtonElement>()
  render(
    <Button asChild ref={ref} aria-label="Open the guide" className="w-full">
      <a href="/guide" className="font-mono">
        Guide
      </a>
    </Button>,
  )
  const link = screen.getByRole('link', { name: 'Open the guide' })
  expect(link).toHaveClass('w-full', 'font-mono', 'h-7')
  expect(ref.current).toBe(link)
})

it('runs the handlers of both, the child’s first', async () => {
  const calls = vi.fn<(name: string) => void>()
  render(
    <Button asChild onClick={() => calls('button')}>
      <a href="#top" onClick={() => calls('link')}>
        Top
      </a>
    </Button>,
  )
  await userEvent.click(screen.getByRole('link'))
  expect(calls.mock.calls).toEqual([['link'], ['button']])
})

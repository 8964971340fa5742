import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Tabs, TabsList, TabsTrigger } from './tabs.tsx'

const NAMES = ['One', 'Two', 'Three', 'Four']

// In a list of 200 px, every tab is 100 px wide.
beforeEach(() => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const place = NAMES.indexOf(this.textContent)
    const scrolled = this.closest('[role=tablist]')?.scrollLeft ?? 0
    return place < 0 ? new DOMRect(0, 0, 200, 32) : new DOMRect(place * 100 - scrolled, 0, 100, 32)
  })
})
afterEach(() => vi.restoreAllMocks())

const show = (first: string) =>
  render(
    <Tabs defaultValue={first}>
      <TabsList aria-label="Numbers">
        {NAMES.map((name) => (
          <TabsTrigger key={name} value={name}>
            {name}
          </TabsTrigger>
        ))}
      </TabsList>
    </Tabs>,
  )

it('scrolls a narrow list to the active tab and a part of the next one', async () => {
  show('Three')
  const list = screen.getByRole('tablist')
  expect(list.scrollLeft).toBe(140)
  await userEvent.click(screen.getByRole('tab', { name: 'One' }))
  await vi.waitFor(() => expect(list.scrollLeft).toBe(0))
})

it('does not scroll a list whose active tab is visible', () => {
  show('One')
  expect(screen.getByRole('tablist').scrollLeft).toBe(0)
})

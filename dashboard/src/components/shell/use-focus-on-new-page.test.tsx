import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useFocusOnNewPage } from './use-focus-on-new-page.ts'

function Page({ pathname }: { pathname: string }) {
  useFocusOnNewPage(pathname)
  return (
    <>
      <header>
        <a href="/mailbox" onClick={(event) => event.preventDefault()}>
          Mailbox
        </a>
        <button type="button">Search</button>
      </header>
      <main id="content" tabIndex={-1}>
        <input aria-label="Name" />
      </main>
    </>
  )
}

/** Shows a page, uses an element of it, and then shows another page. */
function leaveWith(find: () => HTMLElement): HTMLElement {
  const { rerender } = render(<Page pathname="/first" />)
  const used = find()
  used.focus()
  fireEvent.click(used)
  rerender(<Page pathname="/second" />)
  return used
}

it('moves the focus to a page that was not opened with a link', async () => {
  leaveWith(() => screen.getByRole('button', { name: 'Search' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

it.each([
  ['on a link', () => screen.getByRole('link', { name: 'Mailbox' })],
  ['in the page', () => screen.getByRole('textbox', { name: 'Name' })],
])('leaves the focus %s', async (_where, find) => {
  const used = leaveWith(find)
  await new Promise((resolve) => setTimeout(resolve))
  expect(document.activeElement).toBe(used)
})

import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { useOpenPanel } from './use-open-panel.ts'

function Page() {
  const { panel, open, close } = useOpenPanel(['new', 'edit'])
  return (
    <>
      <button type="button" onClick={() => open('new')}>
        New
      </button>
      <button type="button" onClick={() => open('edit', 'seven')}>
        Edit
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      <p>Open: {panel ? `${panel.kind} ${panel.id}` : 'nothing'}</p>
    </>
  )
}

async function show(entry: string) {
  const history = createMemoryHistory({ initialEntries: [entry] })
  const router = createRouter({ routeTree: createRootRoute({ component: Page }), history })
  render(<RouterProvider router={router as never} />)
  await screen.findByText(/^Open:/)
  return history
}

it('shows the panel that the URL names', async () => {
  await show('/?panel=edit&item=twelve')
  expect(screen.getByText('Open: edit twelve')).toBeVisible()
})

it('ignores a panel that the page does not have', async () => {
  await show('/?panel=other&item=twelve')
  expect(screen.getByText('Open: nothing')).toBeVisible()
})

it('keeps the other parameters, and goes back to the list', async () => {
  const history = await show('/?search=ab')
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  expect(await screen.findByText('Open: edit seven')).toBeVisible()
  expect(history.location.search).toBe('?search=ab&panel=edit&item=seven')
  act(() => history.back())
  expect(await screen.findByText('Open: nothing')).toBeVisible()
  expect(history.location.search).toBe('?search=ab')
})

it('replaces the entry of a panel when it is closed', async () => {
  const history = await show('/?search=ab')
  await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
  await screen.findByText('Open: edit seven')
  const { length } = history
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(history.location.search).toBe('?search=ab'))
  expect(history).toHaveLength(length)
})

it('forgets the record when a panel without one is opened', async () => {
  const history = await show('/?panel=edit&item=seven')
  await userEvent.click(screen.getByRole('button', { name: 'New' }))
  await waitFor(() => expect(history.location.search).toBe('?panel=new'))
})

it('opens a panel on the index page of a folder', async () => {
  const root = createRootRoute()
  const index = createRoute({ getParentRoute: () => root, path: '/things/', component: Page })
  const one = createRoute({ getParentRoute: () => root, path: '/things/$id' })
  const history = createMemoryHistory({ initialEntries: ['/things'] })
  const router = createRouter({ routeTree: root.addChildren([index, one]), history })
  render(<RouterProvider router={router as never} />)
  await userEvent.click(await screen.findByRole('button', { name: 'New' }))
  expect(await screen.findByText('Open: new')).toBeVisible()
})

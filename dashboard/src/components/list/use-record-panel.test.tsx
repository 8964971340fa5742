import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { useRecordPanel } from './use-record-panel.ts'

function Page() {
  const [items, setItems] = useState([{ id: 'seven', name: 'first' }])
  const { panel, open, close } = useRecordPanel({ alone: ['new'], kinds: ['edit'], items })
  return (
    <>
      <button type="button" onClick={() => open('edit', { id: 'seven' })}>
        Edit
      </button>
      <button type="button" onClick={close}>
        Close
      </button>
      <button type="button" onClick={() => setItems([{ id: 'seven', name: 'second' }])}>
        Rename
      </button>
      <button type="button" onClick={() => setItems([])}>
        Delete
      </button>
      <p>Open: {panel ? `${panel.kind} ${panel.item?.name}` : 'nothing'}</p>
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

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows the record that the URL names, also after Back and Forward', async () => {
  const history = await show('/?panel=edit&item=seven')
  expect(screen.getByText('Open: edit first')).toBeVisible()
  await press('Close')
  expect(await screen.findByText('Open: nothing')).toBeVisible()
  await press('Edit')
  expect(await screen.findByText('Open: edit first')).toBeVisible()
  act(() => history.back())
  expect(await screen.findByText('Open: nothing')).toBeVisible()
})

it('opens no panel for a record that is not in the list', async () => {
  await show('/?panel=edit&item=eight')
  expect(screen.getByText('Open: nothing')).toBeVisible()
})

it('opens a panel without a record', async () => {
  await show('/?panel=new')
  expect(screen.getByText('Open: new undefined')).toBeVisible()
})

it('keeps the record as it was until the panel is opened again', async () => {
  await show('/?panel=edit&item=seven')
  await press('Rename')
  expect(screen.getByText('Open: edit first')).toBeVisible()
  await press('Close')
  await screen.findByText('Open: nothing')
  await press('Edit')
  expect(await screen.findByText('Open: edit second')).toBeVisible()
  await press('Delete')
  expect(screen.getByText('Open: edit second')).toBeVisible()
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { RecordTable } from './record-table.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
})

const show = (isNarrow: boolean) => {
  vi.stubGlobal('matchMedia', () => ({
    matches: isNarrow,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  render(
    <RecordTable
      label="Jobs"
      items={[{ id: 1, name: 'tick', schedule: 'Every minute' }]}
      nameOf={({ name }) => name}
      columns={[
        { header: 'Name', cell: ({ name }) => name },
        {
          header: 'Schedule',
          className: 'hidden md:table-cell',
          cell: ({ schedule }) => schedule,
        },
      ]}
    />,
  )
}

it('shows columns that a narrow window leaves out in a panel', async () => {
  show(true)
  await userEvent.click(screen.getByRole('button', { name: 'Actions for tick' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Show all columns' }))
  const panel = screen.getByRole('dialog', { name: 'tick' })
  expect(panel).toHaveTextContent('Schedule')
  expect(panel).toHaveTextContent('Every minute')
})

it('has no menu without actions on a wide window', () => {
  show(false)
  expect(screen.queryByRole('button', { name: 'Actions for tick' })).toBeNull()
})

it('shows the buttons of a row, and no menu for a row without actions', () => {
  render(
    <RecordTable
      label="Versions"
      items={[{ id: 1 }, { id: 2 }]}
      nameOf={({ id }) => `version ${id}`}
      columns={[{ header: 'Version', cell: ({ id }) => id }]}
      renderButtons={({ id }) => <button type="button">View {id}</button>}
      actions={({ id }) => (id === 1 ? [] : [{ label: 'Activate', onSelect: () => undefined }])}
    />,
  )
  expect(
    screen
      .getAllByRole('button')
      .map((each) => each.getAttribute('aria-label') ?? each.textContent),
  ).toEqual(['View 1', 'View 2', 'Actions for version 2'])
})

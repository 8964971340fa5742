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

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { RecordTable } from './record-table.tsx'
import { useSelection } from './use-selection.ts'

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

const FRUIT = [
  { id: 'a', name: 'Apple' },
  { id: 'b', name: 'Banana' },
  { id: 'c', name: 'Cherry' },
]

it('sorts by a column, first in the order of the column, then in the other order', async () => {
  const orders: unknown[] = []
  const table = (order: { sort: 'age' | 'name'; order: 'asc' | 'desc' }) => (
    <RecordTable
      label="Fruit"
      items={FRUIT}
      nameOf={({ name }) => name}
      columns={[
        { header: 'Name', sort: 'name', cell: ({ name }) => name },
        { header: 'Age', sort: 'age', firstOrder: 'desc', cell: () => 'old' },
        { header: 'Color', cell: () => 'red' },
      ]}
      order={order}
      onOrder={(next) => orders.push(next)}
    />
  )
  const { rerender } = render(table({ sort: 'name', order: 'asc' }))
  expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
  expect(screen.getByRole('columnheader', { name: 'Color' })).not.toHaveAttribute('aria-sort')
  await userEvent.click(screen.getByRole('button', { name: 'Age' }))
  rerender(table({ sort: 'age', order: 'desc' }))
  await userEvent.click(screen.getByRole('button', { name: 'Age' }))
  expect(orders).toEqual([
    { sort: 'age', order: 'desc' },
    { sort: 'age', order: 'asc' },
  ])
})

function SelectableFruit({ onDelete }: { onDelete: () => void }) {
  const selection = useSelection(
    FRUIT.map(({ id }) => id),
    2,
  )
  return (
    <RecordTable
      label="Fruit"
      items={FRUIT}
      nameOf={({ name }) => name}
      columns={[{ header: 'Name', cell: ({ name }) => name }]}
      selection={selection}
      onDelete={onDelete}
    />
  )
}

it('selects records by click, by keyboard and all together, up to a maximum', async () => {
  let deletions = 0
  render(<SelectableFruit onDelete={() => (deletions += 1)} />)
  const selected = () =>
    screen.getAllByRole('checkbox', { checked: true }).map((box) => box.getAttribute('aria-label'))
  screen.getByRole('checkbox', { name: 'Select Apple' }).focus()
  await userEvent.keyboard('{Delete} ')
  expect(deletions).toBe(0)
  await userEvent.keyboard('{ArrowDown}')
  expect(selected()).toEqual(['Select Apple'])
  await userEvent.keyboard('{Shift>}{ArrowUp}{ArrowDown}{/Shift}{Delete}')
  expect(selected()).toEqual(['Select Apple', 'Select Banana'])
  expect(deletions).toBe(1)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('checkbox', { checked: true })).toBeNull()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select all listed fruit' }))
  expect(selected()).toEqual(['Select Apple', 'Select Banana'])
})

it('unfolds the details of one row at a time', async () => {
  render(
    <RecordTable
      label="Fruit"
      items={FRUIT}
      nameOf={({ name }) => name}
      columns={[{ header: 'Name', cell: ({ name }) => name }]}
      renderDetail={({ name }) => `All about ${name}`}
    />,
  )
  const [first, second] = screen.getAllByRole('button', { name: 'Show details' })
  await userEvent.click(first ?? document.body)
  expect(screen.getByText('All about Apple')).toBeVisible()
  await userEvent.click(second ?? document.body)
  expect(screen.queryByText('All about Apple')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Hide details' }))
  expect(screen.queryByText('All about Banana')).toBeNull()
})

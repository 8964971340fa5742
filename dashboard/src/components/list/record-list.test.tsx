import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { RecordList } from './record-list.tsx'

it('shows each record with its state and action', () => {
  render(
    <RecordList
      label="Sessions"
      items={[{ id: 1 }, { id: 2 }]}
      row={({ id }) => ({
        title: `Browser ${id}`,
        detail: `192.0.2.${id}`,
        state: id === 1 && 'This session',
        action: id === 2 && <button type="button">Sign out</button>,
      })}
    />,
  )
  const rows = screen.getAllByRole('listitem')
  expect(screen.getByRole('list', { name: 'Sessions' })).toBeVisible()
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Browser 1192.0.2.1This session',
    'Browser 2192.0.2.2Sign out',
  ])
})

import { fireEvent, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { Chart } from './chart.ts'
import { Charts } from './charts.tsx'

const chart = (label: string, values: (number | null)[], more: Partial<Chart> = {}): Chart => ({
  label,
  series: [{ name: label, tone: 'accent', values }],
  format: String,
  total: `${label} in total`,
  isCount: true,
  ...more,
})

const show = (charts: readonly Chart[]) =>
  render(
    <Charts
      label="Requests"
      charts={charts}
      times={[0, 60_000, 120_000]}
      formatTime={(time) => `minute ${time / 60_000}`}
      formatExact={(time) => `exactly ${time}`}
      periods={[
        { value: 'hour', label: 'Last hour' },
        { value: 'day', label: 'Last day' },
      ]}
      period="hour"
      onPeriodChange={() => undefined}
      empty={<p>No requests yet.</p>}
    />,
  )

const heights = (image: HTMLElement) => image.querySelector('path')?.getAttribute('d')
const figureOf = (name: RegExp) => {
  const figure = screen.getByRole('img', { name }).closest('figure')
  return within(figure ?? document.body)
}

it('has an axis for the values and one for the time', () => {
  show([chart('Calls', [0, 3, 6])])
  const figure = figureOf(/^Calls/)
  for (const tick of ['10', '5', '0', 'minute 0', 'minute 1', 'minute 2'])
    expect(figure.getByText(tick)).toBeInTheDocument()
})

it('draws charts of one scale to the same height, and others to their own', () => {
  show([
    chart('Many', [0, 50, 100], { scale: 'requests' }),
    chart('Few', [0, 1, 2], { scale: 'requests' }),
    chart('Alone', [0, 1, 2]),
  ])
  const [many, few, alone] = screen.getAllByRole('img').map(heights)
  expect(many).toContain('600 0')
  expect(few).toContain('600 98')
  expect(alone).toContain('600 0')
})

it('is an empty state when nothing was measured, and no line at zero', () => {
  show([chart('Calls', [0, 0, 0]), chart('Duration', [null, null, null])])
  expect(screen.getByText('No requests yet.')).toBeVisible()
  expect(screen.queryByRole('img')).toBeNull()
})

it('leaves a gap where nothing was measured', () => {
  show([chart('Duration', [5, null, 10])])
  expect(heights(screen.getByRole('img'))).toBe('M0 50L0 50M600 0L600 0')
})

it('shows the values of the point below the pointer in every chart', () => {
  show([chart('Calls', [1, 2, 3]), chart('Errors', [4, 5, 6])])
  const [first] = screen.getAllByRole('img')
  expect(screen.getByText('Calls in total')).toBeVisible()
  if (first) fireEvent.pointerMove(first, { clientX: 10_000 })
  expect(figureOf(/^Calls/).getByText('3', { selector: 'li span' })).toBeVisible()
  expect(figureOf(/^Errors/).getByText('6', { selector: 'li span' })).toBeVisible()
  if (first) fireEvent.pointerLeave(first)
  expect(screen.getByText('Calls in total')).toBeVisible()
})

it('lists its values in a table, the newest first', async () => {
  show([chart('Calls', [1, 0, 3]), chart('Duration', [null, null, 7])])
  await userEvent.click(screen.getByRole('radio', { name: 'Table' }))
  const rows = within(screen.getByRole('table', { name: 'Requests' })).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual([
    'TimeCallsDuration',
    'minute 237',
    'minute 01–',
  ])
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { DateInput } from './date-picker.tsx'
import { withDay } from './date-text.ts'

function Form({ first, time }: { first: string; time?: string }) {
  const [value, setValue] = useState(first)
  return (
    <DateInput
      aria-label="Day"
      value={value}
      onValueChange={setValue}
      {...(time !== undefined && { time })}
    />
  )
}
const open = () => userEvent.click(screen.getByRole('button', { name: 'Open calendar' }))

describe('a date field', () => {
  it('takes the day that is picked', async () => {
    render(<Form first="2026-11-22" />)
    await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Tuesday, November 24, 2026' }))
    expect(screen.getByRole('textbox', { name: 'Day' })).toHaveValue('2026-11-24')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('is set with the keyboard alone', async () => {
    render(<Form first="2026-11-30" />)
    await open()
    expect(await screen.findByRole('button', { name: 'Monday, November 30, 2026' })).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{PageDown}{Enter}')
    expect(screen.getByRole('textbox', { name: 'Day' })).toHaveValue('2027-01-01')
  })
})

describe('a picked day', () => {
  it.each([
    ['2026-01-01 10:20:30+02', '00:00', '2026-05-06 10:20:30+02'],
    ['2026-01-01T10:20', '00:00', '2026-05-06T10:20'],
    ['', '00:00', '2026-05-06 00:00'],
    ['nonsense', '', '2026-05-06'],
    ['0044-03-15 10:20:30 BC', '00:00', '2026-05-06 10:20:30'],
    ['0044-03-15 BC', '', '2026-05-06'],
  ])('replaces the date of "%s" and keeps its time', (text, time, expected) => {
    expect(withDay(text, '2026-05-06', time)).toBe(expected)
  })
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ChoiceList } from './choice-list.tsx'

const CHOICES = [
  { value: 't', label: 'true' },
  { value: 'f', label: 'false' },
  { value: null, label: 'NULL' },
]

it.each([
  ['f', 'f'],
  ['N', null],
  ['x', 't'],
  [undefined, 't'],
])('opened with the key %s, it selects %s on Enter', async (seed, chosen) => {
  const onChoose = vi.fn<(value: string | null) => void>()
  render(<ChoiceList label="paid" choices={CHOICES} value="t" seed={seed} onChoose={onChoose} />)
  expect(screen.getByRole('listbox')).toHaveFocus()
  expect(onChoose).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onChoose).toHaveBeenCalledExactlyOnceWith(chosen)
})

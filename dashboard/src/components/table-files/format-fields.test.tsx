import type { FileFormat } from '@stoa/contract/services/table-files'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { FormatFields } from './format-fields.tsx'

const CSV: FileFormat = { kind: 'csv', has_header: true, delimiter: ';', null_text: '' }
type OnChange = (format: FileFormat) => void

it('shows the options of the format', () => {
  render(<FormatFields format={CSV} onChange={vi.fn<OnChange>()} />)
  expect(screen.getByRole('combobox', { name: 'Delimiter' })).toHaveTextContent('Semicolon')
  expect(screen.getByRole('combobox', { name: 'Encoding' })).toHaveTextContent('UTF-8')
  expect(screen.queryByLabelText('Array path')).toBeNull()
})

it('shows no options of a format that will be detected', () => {
  render(<FormatFields format={null} onDetect={() => undefined} onChange={vi.fn<OnChange>()} />)
  expect(screen.getByRole('combobox', { name: 'Format' })).toHaveTextContent('Detect automatically')
  expect(screen.getAllByRole('combobox')).toHaveLength(1)
})

it('passes each letter on, or the whole text when the field is left', async () => {
  const onChange = vi.fn<OnChange>()
  const { unmount } = render(<FormatFields format={CSV} onChange={onChange} />)
  await userEvent.type(screen.getByLabelText('Null string'), 'N')
  expect(onChange).toHaveBeenCalledWith({ ...CSV, null_text: 'N' })
  unmount()
  onChange.mockClear()
  render(<FormatFields settles format={CSV} onChange={onChange} />)
  await userEvent.type(screen.getByLabelText('Null string'), 'NULL')
  expect(onChange).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...CSV, null_text: 'NULL' })
})

it('lets a sheet be chosen, or named while the sheets are not known', () => {
  const format: FileFormat = { kind: 'xlsx', sheet: 'May', has_header: true }
  const { rerender } = render(<FormatFields format={format} onChange={vi.fn<OnChange>()} />)
  expect(screen.getByLabelText('Sheet')).toHaveValue('May')
  rerender(<FormatFields format={format} sheets={['May', 'June']} onChange={vi.fn<OnChange>()} />)
  expect(screen.getByRole('combobox', { name: 'Sheet' })).toHaveTextContent('May')
})

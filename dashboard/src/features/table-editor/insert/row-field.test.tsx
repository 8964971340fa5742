import type { Column } from '@stoa/contract/services/meta/catalogue'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import type { FieldState } from './insert-values.ts'
import { RowField } from './row-field.tsx'

type Options = { type: string; category: string; enums?: string[]; text: string }

function show({ type, category, enums, text }: Options) {
  const onChange = vi.fn<(field: FieldState) => void>()
  const column = {
    name: 'field',
    type,
    category,
    enum_values: enums ?? null,
    is_nullable: true,
    default_value: null,
    identity: null,
    is_generated: false,
  } as unknown as Column
  render(
    <RowField
      projectRef="ref"
      reference={undefined}
      column={column}
      field={{ kind: 'value', text }}
      problem={undefined}
      hasDefault={false}
      onChange={onChange}
    />,
  )
  return onChange
}

it.each([
  ['xml', 'U'],
  ['text[]', 'A'],
  ['public.pair', 'C'],
  ['public.textrange', 'R'],
  ['public.note', 'S'],
])('keeps the lines of a value of %s', (type, category) => {
  const onChange = show({ type, category, text: 'one\r\ntwo' })
  fireEvent.change(screen.getByRole('textbox', { name: /field/ }), {
    target: { value: 'one\ntwo!' },
  })
  expect(onChange).toHaveBeenCalledExactlyOnceWith({ kind: 'value', text: 'one\r\ntwo!' })
})

it('shows an enum whose label is empty', () => {
  show({ type: 'public.feeling', category: 'E', enums: ['', 'ok'], text: '' })
  expect(screen.getByRole('combobox', { name: /field/ })).toHaveTextContent('Empty text')
})

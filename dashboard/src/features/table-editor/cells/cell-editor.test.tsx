import type { Column } from '@stoa/contract/services/meta/catalogue'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { CellEditor } from './cell-editor.tsx'

const columnOf = (type: string) =>
  ({
    name: 'paid',
    type,
    category: type === 'boolean' ? 'B' : 'N',
    enum_values: null,
    is_nullable: true,
    default_value: null,
    identity: null,
    is_generated: false,
  }) as unknown as Column

type Options = { type: string; value: string; seed?: string; refused?: string }

function open({ type, value, seed, refused }: Options) {
  const on = {
    onCommit: vi.fn<(value: string | null, move: string) => void>(),
    onCancel: vi.fn<() => void>(),
    onAbandon: vi.fn<(text: string) => void>(),
  }
  const shown = render(
    <>
      <button type="button">Outside</button>
      <CellEditor
        projectRef="ref"
        column={columnOf(type)}
        reference={undefined}
        value={value}
        seed={seed}
        refused={refused === undefined ? undefined : { value: refused, message: 'Too large.' }}
        {...on}
      />
    </>,
  )
  return { ...on, ...shown }
}

it('saves nothing if a list that a key has opened is left', async () => {
  const { onCommit, onCancel } = open({ type: 'boolean', value: 't', seed: 'f' })
  await userEvent.click(screen.getByText('Outside'))
  expect(onCancel).toHaveBeenCalled()
  expect(onCommit).not.toHaveBeenCalled()
})

it('opens with a refused value and its reason, and saves the corrected one', async () => {
  const { onCommit } = open({ type: 'integer', value: '1', refused: '999' })
  const field = screen.getByRole('textbox', { name: 'paid' })
  expect(field).toHaveValue('999')
  expect(screen.getByRole('alert')).toHaveTextContent('Too large.')
  await userEvent.clear(field)
  await userEvent.type(field, '99{Enter}')
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('99', 'down')
})

it('passes on typed text if it is closed without being saved or canceled', async () => {
  const { onAbandon, onCommit, unmount } = open({ type: 'integer', value: '1' })
  const field = screen.getByRole('textbox', { name: 'paid' })
  await userEvent.clear(field)
  await userEvent.type(field, 'many')
  await userEvent.click(screen.getByText('Outside'))
  expect(screen.getByRole('alert')).toHaveTextContent('“many” is not an integer.')
  unmount()
  expect(onCommit).not.toHaveBeenCalled()
  expect(onAbandon).toHaveBeenCalledExactlyOnceWith('many')
})

it.each([['{Escape}'], ['5{Enter}']])('passes on nothing after %s', async (keys) => {
  const { onAbandon, unmount } = open({ type: 'integer', value: '1' })
  await userEvent.type(screen.getByRole('textbox', { name: 'paid' }), `7${keys}`)
  unmount()
  expect(onAbandon).not.toHaveBeenCalled()
})

it('keeps carriage returns of lines that were not edited', async () => {
  const { onCommit } = open({ type: 'text', value: 'a\r\nb' })
  await userEvent.type(screen.getByRole('textbox', { name: 'paid' }), '{End}c{Enter}')
  expect(onCommit).toHaveBeenCalledExactlyOnceWith('a\r\nbc', 'down')
})

it('keeps JSON as it is stored if its text is typed back', async () => {
  const value = '{"n":12345678901234567890.10,"n":1}'
  const { onCommit } = open({ type: 'json', value })
  await userEvent.type(screen.getByRole('textbox', { name: 'paid' }), '{End} {Backspace}{Enter}')
  expect(onCommit).toHaveBeenCalledExactlyOnceWith(value, 'down')
})

it.each([
  ['numeric', `-${'9'.repeat(100)}.${'1'.repeat(100)}`],
  ['numeric', '-Infinity'],
  ['date', '0044-03-15 BC'],
  ['timestamp with time zone', 'infinity'],
  ['json', '{"n": 123456789012345678901234567890.10}'],
  ['public.pair[]', '{"(1,\\"a\\")",NULL}'],
  ['bytea', '\\x00ff'],
  ['int4multirange', '{[1,2),[5,)}'],
  ['bit(3)', '101'],
  ['interval', '-1 years -2 mons'],
  ['text', ' spaces '],
  ['text', ''],
])('saves a %s as it was typed: %s', async (type, text) => {
  const { onCommit } = open({ type, value: 'before' })
  const field = screen.getByRole('textbox', { name: 'paid' })
  await userEvent.clear(field)
  if (text !== '') await userEvent.paste(text)
  await userEvent.keyboard('{Enter}')
  expect(onCommit).toHaveBeenCalledExactlyOnceWith(text, 'down')
})

it('cancels with a button, for devices without an Escape key', async () => {
  const { onCommit, onCancel, onAbandon, unmount } = open({ type: 'text', value: 'a' })
  await userEvent.type(screen.getByRole('textbox', { name: 'paid' }), 'b')
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  unmount()
  expect(onCancel).toHaveBeenCalledOnce()
  expect(onCommit).not.toHaveBeenCalled()
  expect(onAbandon).not.toHaveBeenCalled()
})

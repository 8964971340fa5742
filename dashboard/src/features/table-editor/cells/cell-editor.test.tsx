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

import { cleanup, render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

type Props = Parameters<typeof ConfirmDialog>[0]

/** Returns the confirm button's classes and the dialog's other markup without generated ids. */
function markupOf(props: Partial<Props>) {
  const nothing = () => undefined
  render(<ConfirmDialog visible title="Delete" onCancel={nothing} onConfirm={nothing} {...props} />)
  const confirm = screen.getByRole('button', { name: 'Confirm' })
  const style = confirm.className
  confirm.remove()
  const rest = screen.getByRole('dialog').outerHTML.replaceAll(/(?:radix-)?_r_\w+_/g, 'id')
  cleanup()
  return { style, rest }
}

// SPEC: "Confirmation modal: variants success, danger and warning (they change only the confirm
// button style)."
it('a variant changes only the confirm button', () => {
  const drawn = (['success', 'danger', 'warning'] as const).map((variant) => markupOf({ variant }))
  expect(new Set(drawn.map(({ style }) => style)).size).toBe(3)
  expect(new Set(drawn.map(({ rest }) => rest)).size).toBe(1)
})

// SPEC: "Size defaults to large."
it('is large by default', () => {
  expect(markupOf({}).rest).toBe(markupOf({ size: 'lg' }).rest)
  expect(markupOf({}).rest).not.toBe(markupOf({ size: 'md' }).rest)
})

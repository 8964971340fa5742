import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'

function show(props: Partial<Parameters<typeof ConfirmDialog>[0]> = {}) {
  const on = { onCancel: vi.fn<() => void>(), onConfirm: vi.fn<() => void>() }
  render(<ConfirmDialog visible title="Delete todos" {...on} {...props} />)
  return on
}
const button = (name: string) => screen.getByRole('button', { name })

describe('the confirmation modal', () => {
  // SPEC: "Defaults: cancel label 'Cancel', confirm label 'Confirm', footer left-aligned, close button shown."
  it("labels its buttons 'Cancel' and 'Confirm' and shows a close button", () => {
    show()
    expect(button('Cancel')).toBeEnabled()
    expect(button('Confirm')).toBeEnabled()
    expect(button('Close')).toBeVisible()
    expect(button('Confirm').parentElement).toHaveClass('justify-start')
  })

  // SPEC: "Controlled by a visible flag;"
  it('is absent while it is not visible', () => {
    show({ visible: false })
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  // SPEC: "closing it while controlled triggers cancel."
  it('triggers cancel however it is closed', async () => {
    const { onCancel } = show()
    await userEvent.click(button('Close'))
    await userEvent.keyboard('{Escape}')
    await userEvent.click(button('Cancel'))
    expect(onCancel).toHaveBeenCalledTimes(3)
  })

  // SPEC: "While loading, both buttons are disabled and the confirm button shows a loading state."
  it('stays open with both buttons disabled while loading', async () => {
    const { onCancel, onConfirm } = show({ loading: true })
    expect(button('Cancel')).toBeDisabled()
    expect(button('Confirm')).toBeDisabled()
    expect(button('Confirm')).toHaveAttribute('aria-busy', 'true')
    await userEvent.keyboard('{Escape}')
    expect([onCancel, onConfirm].map((spy) => spy.mock.calls.length)).toEqual([0, 0])
  })

  it('opens with the focus on Cancel, or on its field if it has one', () => {
    show()
    expect(button('Cancel')).toHaveFocus()
    cleanup()
    show({ typedName: 'todos' })
    expect(screen.getByLabelText(/Type todos to confirm/)).toHaveFocus()
  })

  it('requires the given name to be typed, and then confirms with Enter', async () => {
    const { onConfirm } = show({ typedName: 'todos', variant: 'danger' })
    expect(button('Confirm')).toBeDisabled()
    await userEvent.type(screen.getByLabelText(/Type todos to confirm/), 'todo{Enter}')
    expect(onConfirm).not.toHaveBeenCalled()
    await userEvent.type(screen.getByLabelText(/Type todos to confirm/), 's{Enter}')
    expect(onConfirm).toHaveBeenCalledOnce()
  })
})

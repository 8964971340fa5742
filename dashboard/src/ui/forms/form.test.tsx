import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ConfirmDialog } from '../overlays/confirm-dialog.tsx'
import { Input } from '../inputs/input.tsx'
import { Form, type FormState } from './form.tsx'

const none = () => undefined

function show(state: Partial<FormState> = {}, isConfirming = false) {
  const onSubmit = vi.fn<() => void>()
  render(
    <Form isDirty={false} onSubmit={onSubmit} {...state}>
      {(_leave, problem) => (
        <>
          <Input aria-label="Name" />
          {problem}
          <ConfirmDialog
            visible={isConfirming}
            title="Delete it"
            typedName="orders"
            onCancel={none}
            onConfirm={none}
          />
        </>
      )}
    </Form>,
  )
  return onSubmit
}

it('is submitted with Ctrl+Enter from any field', async () => {
  const onSubmit = show()
  await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), '{Control>}{Enter}{/Control}')
  expect(onSubmit).toHaveBeenCalledOnce()
})

it('is not submitted with Ctrl+Enter in a dialog that it opened', async () => {
  const onSubmit = show({}, true)
  await userEvent.type(
    screen.getByRole('textbox', { name: /to confirm/ }),
    'ord{Control>}{Enter}{/Control}',
  )
  expect(onSubmit).not.toHaveBeenCalled()
})

it('offers the newer values that a submit would overwrite', async () => {
  const onTakeNewer = vi.fn<() => void>()
  show({ overwrites: { onTakeNewer } })
  expect(screen.getByRole('status')).toHaveTextContent('Saving overwrites the newer values.')
  await userEvent.click(screen.getByRole('button', { name: 'Use newer values' }))
  expect(onTakeNewer).toHaveBeenCalledOnce()
})

import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog, DialogContent, DialogForm } from './dialog.tsx'
import { Input } from '../inputs/input.tsx'
import type { ModalFormProps } from './modal-content.tsx'
import { Sheet, SheetForm } from './sheet.tsx'

type State = Pick<ModalFormProps, 'pending' | 'canSubmit' | 'showProblems'>

function showForm(kind: 'dialog' | 'sheet', state: State = {}) {
  const onSubmit = vi.fn<() => void>()
  const onCancel = vi.fn<() => void>()
  const form = {
    ...state,
    isDirty: false,
    submitLabel: 'Create',
    onSubmit,
    onCancel,
    children: <Input aria-label="Name" />,
  }
  render(
    kind === 'dialog' ? (
      <Dialog open>
        <DialogContent title="Create key" description="For servers.">
          <DialogForm {...form} />
        </DialogContent>
      </Dialog>
    ) : (
      <Sheet open title="Create key" description="For servers." onClose={onCancel}>
        <SheetForm {...form} />
      </Sheet>
    ),
  )
  return { onSubmit, onCancel }
}

describe.each(['dialog', 'sheet'] as const)('a form in a %s', (kind) => {
  it('is named and described by its title and description', () => {
    showForm(kind)
    expect(screen.getByRole('dialog', { name: 'Create key' })).toHaveAccessibleDescription(
      'For servers.',
    )
  })

  it('opens with the focus on its first field', () => {
    showForm(kind)
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveFocus()
  })

  it('has its action before Cancel', () => {
    showForm(kind)
    const buttons = screen.getAllByRole('button').map((button) => button.textContent)
    expect(buttons.slice(-2)).toEqual(['Create', 'Cancel'])
  })

  it('is submitted with Enter and with its button', async () => {
    const { onSubmit } = showForm(kind)
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(onSubmit).toHaveBeenCalledTimes(2)
  })

  it.each([{ pending: true }, { canSubmit: false }])('is not submitted with %o', async (state) => {
    const { onSubmit } = showForm(kind, state)
    expect(screen.getByRole('button', { name: 'Create' })).toBeDisabled()
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a{Enter}')
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it.each([{}, { canSubmit: false }])(
    'shows the problems of its fields instead of being submitted: %o',
    async (state) => {
      const showProblems = vi.fn<() => void>()
      const { onSubmit } = showForm(kind, { ...state, showProblems })
      await userEvent.click(screen.getByRole('button', { name: 'Create' }))
      await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'a{Enter}')
      expect(showProblems).toHaveBeenCalledTimes(2)
      expect(onSubmit).not.toHaveBeenCalled()
    },
  )

  it('says that a field is empty if no field shows a problem', async () => {
    showForm(kind, { showProblems: () => undefined })
    await userEvent.click(screen.getByRole('button', { name: 'Create' }))
    expect(await screen.findByText('Check the highlighted fields.')).toBeVisible()
  })

  it('is left with Cancel', async () => {
    const { onCancel } = showForm(kind)
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(onCancel).toHaveBeenCalledOnce()
  })
})

const none = () => undefined

it('a dialog without a field opens with the focus on its content and never on Close', () => {
  render(
    <Sheet open title="Links" onClose={none}>
      <a href="/a">First</a>
    </Sheet>,
  )
  expect(screen.getByRole('link', { name: 'First' })).toHaveFocus()
})

it('a dialog with nothing to focus has the focus itself', () => {
  render(
    <Sheet open title="Text" onClose={none}>
      Nothing to do
    </Sheet>,
  )
  expect(screen.getByRole('dialog')).toHaveFocus()
})

it('a dialog skips a field that cannot be changed', () => {
  render(
    <Sheet open title="Key" onClose={none}>
      <Input aria-label="Key" readOnly />
      <Input aria-label="Off" disabled />
      <Input aria-label="Note" />
    </Sheet>,
  )
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus()
})

describe('a form whose submit failed', () => {
  beforeEach(() => {
    Element.prototype.scrollIntoView = vi.fn<() => void>()
  })

  /** Two fields; the server refuses the second one. */
  function RefusedForm() {
    const [isRefused, setIsRefused] = useState(false)
    const [pending, setPending] = useState(false)
    const refuse = async () => {
      setPending(true)
      await Promise.resolve()
      setPending(false)
      await Promise.resolve()
      setIsRefused(true)
    }
    return (
      <Sheet open title="Insert row" onClose={() => undefined}>
        <SheetForm
          submitLabel="Insert"
          isDirty={false}
          pending={pending}
          onSubmit={() => void refuse()}
          onCancel={() => undefined}
        >
          <Input aria-label="First" />
          <Input aria-label="Second" aria-invalid={isRefused} />
        </SheetForm>
      </Sheet>
    )
  }

  it('scrolls to its first invalid field and focuses it', async () => {
    render(<RefusedForm />)
    await userEvent.type(screen.getByRole('textbox', { name: 'First' }), 'a{Enter}')
    const second = screen.getByRole('textbox', { name: 'Second' })
    await waitFor(() => expect(second).toHaveFocus())
    expect(second.scrollIntoView).toHaveBeenCalled()
  })

  it('leaves the focus where it is while the person corrects the field', async () => {
    render(<RefusedForm />)
    const first = screen.getByRole('textbox', { name: 'First' })
    await userEvent.type(first, 'a{Enter}')
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Second' })).toHaveFocus())
    await userEvent.type(first, 'b')
    expect(first).toHaveFocus()
  })
})

import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { DeleteSection } from './delete-section.tsx'

function show(obstacle?: string) {
  const mutate = vi.fn<(body: undefined, options: { onError: () => void }) => void>()
  render(
    <DeleteSection
      kind="organization"
      name="Acme"
      description="Its members lose access."
      consequences="Every member loses access at once."
      obstacle={obstacle}
      remove={{ mutate, isPending: false }}
    />,
  )
  return mutate
}

it('deletes after the name is typed, and closes the dialog when the deletion fails', async () => {
  const mutate = show()
  await userEvent.click(screen.getByRole('button', { name: 'Delete organization' }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('Every member loses access at once.')
  const confirm = screen.getAllByRole('button', { name: 'Delete organization' }).at(-1)
  expect(confirm).toBeDisabled()
  await userEvent.type(screen.getByRole('textbox'), 'Acme')
  mutate.mockImplementation((_body, { onError }) => onError())
  if (confirm) await userEvent.click(confirm)
  expect(mutate).toHaveBeenCalledOnce()
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('shows what must be done first and disables the button', () => {
  show('Delete its project first.')
  expect(screen.getByText('Delete its project first.')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Delete organization' })).toBeDisabled()
})

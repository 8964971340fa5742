import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { SignOut } from './sign-out.tsx'

const keepDraft = (id: string) =>
  localStorage.setItem(`stoa.sql-draft.abc.${id}`, JSON.stringify({ sql: 'select 1' }))

const asked = (name: string) => screen.findByRole('dialog', { name })

function show() {
  const signOut = vi.fn<() => void>()
  const stay = vi.fn<() => void>()
  const { unmount } = render(<SignOut onSignOut={signOut} onStay={stay} />)
  return { signOut, stay, unmount }
}

it('signs out immediately when no unsaved text would be lost', async () => {
  const { signOut } = show()
  await waitFor(() => expect(signOut).toHaveBeenCalled())
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('asks for confirmation, with the number of unsaved queries', async () => {
  keepDraft('1')
  keepDraft('2')
  const { signOut, stay } = show()
  await asked('Sign out and lose 2 unsaved queries?')
  expect(signOut).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  expect(stay).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out' }))
  expect(signOut).toHaveBeenCalledOnce()
})

it('signs out without an answer once the last query is saved', async () => {
  keepDraft('1')
  const { signOut, unmount } = show()
  await asked('Sign out and lose 1 unsaved query?')
  localStorage.clear()
  await waitFor(() => expect(signOut).toHaveBeenCalled())
  unmount()
})

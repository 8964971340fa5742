import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../test/show.tsx'
import { UserPicker } from './user-picker.tsx'

const user = (id: string, email: string) => ({
  id,
  email,
  phone: null,
  name: null,
  providers: ['email'],
  created_at: null,
  last_sign_in_at: null,
  is_confirmed: true,
  is_anonymous: false,
  banned_until: null,
})
const ADA = user('11111111-1111-4111-8111-111111111111', 'ada@example.com')
const GONE = '22222222-2222-4222-8222-222222222222'

afterEach(() => vi.unstubAllGlobals())

it('searches all users on the server, and accepts the ID of one who was deleted', async () => {
  const list = `GET /platform/auth/${project.ref}/users`
  const answers: Record<string, unknown> = { [list]: { users: [ADA] } }
  answerWith(answers)
  const requests = vi.spyOn(globalThis, 'fetch')
  const asked = () => requests.mock.calls.map(([url]) => (typeof url === 'string' ? url : ''))
  function Shown() {
    const [value, setValue] = useState<string>()
    return (
      <>
        <UserPicker
          aria-label="User"
          projectRef={project.ref}
          value={value}
          onValueChange={setValue}
        />
        <output>{value ?? 'nobody'}</output>
      </>
    )
  }
  showSignedIn(<Shown />)
  const open = () => userEvent.click(screen.getByLabelText(/^User: /))
  await open()
  await userEvent.keyboard('ada')
  await waitFor(() => expect(asked().some((url) => url.includes('search=ada'))).toBe(true))
  await userEvent.click(await screen.findByRole('option', { name: /ada@example.com/ }))
  expect(screen.getByRole('status')).toHaveTextContent(ADA.id)
  expect(screen.getByLabelText('User: ada@example.com')).toBeVisible()

  answers[list] = { users: [] }
  await open()
  await userEvent.type(screen.getByPlaceholderText('Email, phone, or user ID'), GONE)
  await userEvent.click(await screen.findByRole('option', { name: /No such user/ }))
  expect(screen.getByRole('status')).toHaveTextContent(GONE)

  await open()
  await userEvent.click(await screen.findByRole('option', { name: 'No user' }))
  expect(screen.getByRole('status')).toHaveTextContent('nobody')
})

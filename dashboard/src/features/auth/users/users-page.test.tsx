import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { UsersPage } from './users-page.tsx'
import { UsersSearch } from './users-search.ts'

const base = `/platform/auth/${project.ref}`
const listed = {
  id: '11111111-1111-4111-8111-111111111111',
  email: null,
  phone: '4915112345678',
  name: 'Ada',
  providers: ['phone'],
  created_at: '2026-03-01T12:00:00.000Z',
  last_sign_in_at: null,
  is_confirmed: false,
  is_anonymous: false,
  banned_until: null,
}
const detail = {
  ...listed,
  role: 'authenticated',
  updated_at: null,
  invited_at: null,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  confirmation_sent_at: null,
  recovery_sent_at: null,
  new_email: null,
  app_metadata: {},
  user_metadata: {},
  identities: [],
  factors: [],
}

function open(query: Record<string, unknown>) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['auth:read', 'auth:write'],
    },
    [`GET ${base}/users`]: { users: [listed] },
    [`GET ${base}/users-count`]: { count: 1, is_estimate: false },
    [`GET ${base}/users/${listed.id}`]: detail,
    [`PATCH ${base}/users/${listed.id}`]: { ...detail, phone_confirmed_at: listed.created_at },
  })
  const requests = vi.spyOn(globalThis, 'fetch')
  function Shown() {
    const [search, setSearch] = useState(UsersSearch(query))
    return <UsersPage projectRef={project.ref} search={search} onSearch={setSearch} />
  }
  showSignedIn(inRouter(() => <Shown />))
  /** The query of the newest request for users. */
  const newestQuery = () =>
    requests.mock.calls
      .map(([url]) => (typeof url === 'string' ? url : ''))
      .findLast((url) => url.includes(`${base}/users?`)) ?? ''
  return { sent, newestQuery }
}

afterEach(() => vi.unstubAllGlobals())

it('shows the users of one sign-in method, also of the project’s own', async () => {
  const { newestQuery } = open({ provider: 'custom:acme' })
  const shown = await screen.findByRole('combobox', { name: 'Sign-in method' })
  expect(shown).toHaveTextContent('Custom:acme')
  await waitFor(() => expect(newestQuery()).toContain('provider=custom%3Aacme'))
  shown.focus()
  await userEvent.keyboard('GitH')
  await waitFor(() => expect(newestQuery()).toContain('provider=github'))
  expect(screen.getByRole('combobox', { name: 'Sign-in method' })).toHaveTextContent('GitHub')
})

it('confirms the phone number of a user without a message', async () => {
  const { sent } = open({ user: listed.id })
  await userEvent.click(await screen.findByRole('button', { name: 'Confirm phone number' }))
  await waitFor(() =>
    expect(sent.filter(({ request }) => request.startsWith('PATCH'))).toEqual([
      { request: `PATCH ${base}/users/${listed.id}`, body: { confirm_phone: true } },
    ]),
  )
})

import type { UserDetail } from '@stoa/contract/services/auth/members'
import { act, screen, waitFor, within } from '@testing-library/react'
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
const detail: UserDetail = {
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
  passkeys: [],
}
const full: UserDetail = {
  ...detail,
  email: 'ada@example.com',
  email_confirmed_at: listed.created_at,
  identities: ['email', 'github'].map((provider, at) => ({
    id: `22222222-2222-4222-8222-22222222222${at}`,
    provider,
    email: 'ada@example.com',
    created_at: null,
    last_sign_in_at: null,
  })),
  factors: ['totp', 'webauthn'].map((type, at) => ({
    id: `33333333-3333-4333-8333-33333333333${at}`,
    friendly_name: null,
    factor_type: type,
    status: 'verified',
    created_at: '2026-03-01T12:00:00.000Z',
  })),
  passkeys: [
    {
      id: '44444444-4444-4444-8444-444444444444',
      friendly_name: 'Laptop',
      created_at: '2026-03-01T12:00:00.000Z',
      last_used_at: null,
    },
  ],
}

function open(query: Record<string, unknown>, user = detail) {
  const place = `${base}/users/${listed.id}`
  const answers: Record<string, unknown> = {
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['auth:read', 'auth:write'],
    },
    [`GET ${base}/users`]: { users: [listed] },
    [`GET ${base}/users-count`]: { count: 1, is_estimate: false },
    [`GET ${place}`]: user,
    [`DELETE ${place}/identities/${full.identities[1]?.id}`]: {},
    [`DELETE ${place}/passkeys/${full.passkeys[0]?.id}`]: {},
    [`DELETE ${place}/factors`]: {},
    [`POST ${place}/sign-in-link`]: {
      url: 'https://app.example.com/once',
      expires_at: '2026-03-01T13:00:00.000Z',
    },
    [`PATCH ${base}/users/${listed.id}`]: { ...detail, phone_confirmed_at: listed.created_at },
  }
  const sent = answerWith(answers)
  const requests = vi.spyOn(globalThis, 'fetch')
  let follow: (search: UsersSearch) => void = () => undefined
  function Shown() {
    const [search, setSearch] = useState(UsersSearch(query))
    follow = setSearch
    return <UsersPage projectRef={project.ref} search={search} onSearch={setSearch} />
  }
  showSignedIn(inRouter(() => <Shown />))
  /** The query of the newest request for users, or for their count. */
  const newestQuery = (what: 'users' | 'users-count' = 'users') =>
    requests.mock.calls
      .map(([url]) => (typeof url === 'string' ? url : ''))
      .findLast((url) => url.includes(`${base}/${what}?`)) ?? ''
  return { sent, answers, newestQuery, follow: (to: UsersSearch) => follow(to) }
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

it('says at the email what is missing when a user is created from empty fields', async () => {
  const { answers } = open({ panel: 'new' })
  const message = 'Cannot create a user without either an email or phone'
  answers[`POST ${base}/users`] = Response.json(
    { code: 'validation_failed', message },
    { status: 400 },
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Create user' }))
  expect(await screen.findByText(message)).toBeVisible()
  expect(screen.getByLabelText('Email')).toHaveFocus()
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

it('unlinks a sign-in method, and removes a passkey and all factors, after a question', async () => {
  const { sent } = open({ user: listed.id }, full)
  const steps = [
    ['Unlink GitHub', 'Unlink'],
    ['Remove passkey Laptop', 'Remove passkey'],
    ['Remove all factors', 'Remove all factors'],
  ] as const
  for (const [name, confirm] of steps) {
    await userEvent.click(await screen.findByRole('button', { name }))
    const dialog = within(await screen.findByRole('dialog', { name: /\?$/ }))
    await userEvent.click(dialog.getByRole('button', { name: confirm }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: /\?$/ })).toBeNull())
  }
  expect(sent.map(({ request }) => request).filter((each) => each.startsWith('DELETE'))).toEqual([
    `DELETE ${base}/users/${listed.id}/identities/${full.identities[1]?.id}`,
    `DELETE ${base}/users/${listed.id}/passkeys/${full.passkeys[0]?.id}`,
    `DELETE ${base}/users/${listed.id}/factors`,
  ])
})

it('shows a link that signs in as the user', async () => {
  open({ user: listed.id }, full)
  await userEvent.click(await screen.findByRole('button', { name: 'Create sign-in link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Create link' }))
  expect(await screen.findByText('https://app.example.com/once')).toBeVisible()
  expect(screen.getByText(/It works once, until .*2026/)).toBeVisible()
})

it('deletes selected users, and keeps those selected who could not be deleted', async () => {
  const people = ['Ada', 'Bob', 'Cyd'].map((name, at) => ({
    ...listed,
    name,
    id: `55555555-5555-4555-8555-55555555555${at}`,
  }))
  const [ada, bob] = people.map(({ id }) => id)
  const { sent, answers } = open({})
  answers[`GET ${base}/users`] = { users: people }
  answers[`POST ${base}/users-deletion`] = {
    deleted: 1,
    failed: [{ id: bob, code: 'conflict', message: 'Other rows reference this user.' }],
  }
  const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` })
  ;(await box('Ada')).focus()
  await userEvent.keyboard(' {Shift>}{ArrowDown}{/Shift}')
  expect(screen.getByText('2 users selected')).toBeVisible()
  expect(await box('Bob')).toHaveFocus()
  await userEvent.keyboard('{Delete}')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete users' }))
  expect(await screen.findByText('1 user selected')).toBeVisible()
  expect(await box('Bob')).toBeChecked()
  expect(sent).toContainEqual({
    request: `POST ${base}/users-deletion`,
    body: { user_ids: [ada, bob] },
  })
  ;(await box('Bob')).focus()
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByText('1 user selected')).toBeNull()
})

it('shows the columns that the member selects, and sorts by them', async () => {
  const { newestQuery } = open({})
  await userEvent.click(await screen.findByRole('button', { name: 'Columns' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Phone' }))
  await userEvent.keyboard('{Escape}')
  await userEvent.click(screen.getByRole('button', { name: 'Phone' }))
  await waitFor(() => expect(newestQuery()).toContain('sort=phone&order=asc'))
  expect(screen.getByRole('columnheader', { name: 'Phone' })).toHaveAttribute(
    'aria-sort',
    'ascending',
  )
})

it('counts exactly only for the filter that it was asked for', async () => {
  const { answers, newestQuery } = open({ state: 'confirmed' })
  answers[`GET ${base}/users-count`] = { count: 5000, is_estimate: true }
  await userEvent.click(await screen.findByRole('button', { name: 'Count exactly' }))
  await waitFor(() => expect(newestQuery('users-count')).toContain('exact=true'))
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search users' }), 'gra')
  await waitFor(() => expect(newestQuery('users-count')).toContain('search=gra'))
  expect(newestQuery('users-count')).not.toContain('exact')
})

it('shows the search of the URL when it changes without typing', async () => {
  const { follow } = open({ search: 'ada' })
  const field = await screen.findByRole('searchbox', { name: 'Search users' })
  expect(field).toHaveValue('ada')
  act(() => follow({}))
  expect(field).toHaveValue('')
})

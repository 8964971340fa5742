import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../test/show.tsx'
import { Forbidden } from './forbidden.tsx'

afterEach(() => vi.unstubAllGlobals())

const member = (name: string, role: string, isSelf = false) => ({
  user_id: crypto.randomUUID(),
  primary_email: `${name.toLowerCase()}@example.com`,
  display_name: name,
  role,
  is_self: isSelf,
})

function show(members: object[]) {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'GET /platform/organizations/acme/members': members,
  })
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/org/$slug',
    component: () => <Forbidden missing="database:read">This page shows the tables.</Forbidden>,
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/org/acme'] }),
  })
  showSignedIn(<RouterProvider router={router as never} />)
}

it('names the members who can change the role, owners first, and what is missing', async () => {
  show([
    member('Rita', 'read_only', true),
    member('Adam', 'administrator'),
    member('Olga', 'owner'),
    member('Dev', 'developer'),
  ])
  await screen.findByText('These members of Acme can change your role:')
  const links = screen.getAllByRole('link')
  expect(links.map((link) => `${link.textContent} ${link.getAttribute('href')}`)).toEqual([
    'Olga (owner) mailto:olga@example.com',
    'Adam (administrator) mailto:adam@example.com',
  ])
  expect(screen.getByText('database:read')).toBeVisible()
})

it('names the roles if no such member is visible', async () => {
  show([member('Rita', 'read_only', true)])
  expect(
    await screen.findByText('An owner or administrator of Acme can change your role.'),
  ).toBeVisible()
})

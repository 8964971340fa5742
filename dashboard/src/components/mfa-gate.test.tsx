import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../test/show.tsx'
import { factorsOf } from '../data/client/second-factor.ts'
import { MfaGate } from './mfa-gate.tsx'

function openTeamPage({ requiresMfa, factors }: { requiresMfa: boolean; factors?: unknown[] }) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [{ ...organization, organization_requires_mfa: requiresMfa }],
    'GET /auth/v1/user': { id: profile.id, ...(factors && { factors }) },
  })
  const root = createRootRoute({
    component: () => (
      <MfaGate>
        <Outlet />
      </MfaGate>
    ),
  })
  const page = (path: '/org/$slug' | '/org/$slug/team', text: string) =>
    createRoute({ getParentRoute: () => root, path, component: () => text })
  const router = createRouter({
    routeTree: root.addChildren([page('/org/$slug', 'Projects'), page('/org/$slug/team', 'Team')]),
    history: createMemoryHistory({ initialEntries: ['/org/acme/team'] }),
  })
  showSignedIn(<RouterProvider router={router as never} />)
  return { router, sent }
}

afterEach(() => vi.unstubAllGlobals())

describe('an organization that requires MFA', () => {
  // SPEC: "Organizations that require MFA force users without MFA to /org/{slug}."
  it('redirects members without MFA to its own page, which explains why', async () => {
    const { router } = openTeamPage({ requiresMfa: true })
    expect(await screen.findByText(/requires multi-factor authentication/)).toBeVisible()
    await waitFor(() => expect(router.state.location.pathname).toBe('/org/acme'))
    expect(screen.queryByText('Projects')).toBeNull()
  })

  it('admits members with a verified factor', async () => {
    openTeamPage({ requiresMfa: true, factors: [{ factor_type: 'totp', status: 'verified' }] })
    expect(await screen.findByText('Team')).toBeVisible()
  })

  it('is the only kind for which factors are requested', async () => {
    const { sent } = openTeamPage({ requiresMfa: false })
    expect(await screen.findByText('Team')).toBeVisible()
    expect(sent.map(({ request }) => request)).not.toContain('GET /auth/v1/user')
  })
})

it('the MFA gate ignores a factor that is not verified', async () => {
  openTeamPage({ requiresMfa: true, factors: [{ factor_type: 'totp', status: 'unverified' }] })
  expect(await screen.findByText(/requires multi-factor authentication/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Set up two-factor authentication' })).toHaveAttribute(
    'href',
    '/account/me#two-factor',
  )
})

it('factorsOf returns an empty list for an account without factors', () => {
  expect(factorsOf({})).toEqual([])
})

import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { useInvitations, useMembers } from './platform/members.ts'
import { useHasSecondFactor } from './platform/mfa.ts'
import { useOrganizations, useUpdateOrganization } from './platform/organizations.ts'

afterEach(() => vi.unstubAllGlobals())

function Reader({ onClient }: { onClient: (client: QueryClient) => void }) {
  useOrganizations()
  useMembers('acme')
  useInvitations('acme')
  useHasSecondFactor({ enabled: true })
  const rename = useUpdateOrganization('acme')
  onClient(useQueryClient())
  return (
    <button type="button" onClick={() => rename.mutate({ name: 'Acme' })}>
      Rename
    </button>
  )
}

// SPEC: "and organizations (list, detail, members"
// SPEC: "Cache keys exist for profile, MFA factors"
it('queries about a user and an organization have separate cache keys', async () => {
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'PATCH /platform/organizations/acme': organization,
    'GET /platform/organizations/acme/members': [],
    'GET /platform/organizations/acme/invitations': [],
    'GET /auth/v1/user': { factors: [] },
  })
  let cache: QueryClient | undefined
  showSignedIn(<Reader onClient={(client) => (cache = client)} />)
  screen.getByRole('button', { name: 'Rename' }).click()
  const readKeys = () =>
    cache
      ?.getQueryCache()
      .getAll()
      .filter(({ state }) => state.status === 'success')
      .map(({ queryKey }) => queryKey.join(' / '))
      .toSorted()
  await waitFor(() =>
    expect(readKeys()).toEqual([
      'account / mfa-factors',
      'organizations / detail / acme',
      'organizations / detail / acme / invitations',
      'organizations / detail / acme / members',
      'organizations / list',
      'profile',
    ]),
  )
})

import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn } from '../../../test/show.tsx'
import { freshFor } from '../client/freshness.ts'
import { usePermissions } from './permissions.ts'

const server = {
  'GET /platform/profile': profile,
  'GET /platform/profile/permissions': [
    { organization_slug: 'acme', role: 'owner', actions: ['project:read'] },
  ],
}
const asked = 'GET /platform/profile/permissions'

function Roles() {
  const { data, isError } = usePermissions()
  return <p>{isError ? 'failed' : data?.map(({ role }) => role)}</p>
}

afterEach(() => vi.unstubAllGlobals())

describe('the permissions of a person', () => {
  // SPEC: "The user's permissions are fetched only when signed in and the feature is enabled, and cached for 5 minutes (300000 ms)."
  // SPEC: "Permissions cache 300000 ms."
  it('are fetched once the profile says that the feature is enabled', async () => {
    answerWith(server)
    const { findByText } = showSignedIn(<Roles />)
    expect(await findByText('owner')).toBeVisible()
    expect(freshFor.permissions).toBe(300_000)
  })

  it('are not fetched while the feature is disabled', async () => {
    const disabled = { ...profile, disabled_features: ['permissions'] }
    const sent = answerWith({ ...server, 'GET /platform/profile': disabled })
    showSignedIn(<Roles />)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent.map(({ request }) => request)).not.toContain(asked)
  })

  // SPEC: "Permissions query errors are always reported."
  it('are reported when they cannot be fetched, whatever the reason', async () => {
    answerWith({ 'GET /platform/profile': profile })
    const onFault = vi.fn<(error: unknown, tag: string | undefined) => void>()
    const { findByText } = showSignedIn(<Roles />, { onFault })
    expect(await findByText('failed')).toBeVisible()
    expect(onFault.mock.calls.map(([, tag]) => tag)).toEqual(['permissions'])
  })
})

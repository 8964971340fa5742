import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn, showSignedOut } from '../../../../test/show.tsx'
import { useInstallation } from './installation.ts'
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

describe("a user's permissions", () => {
  // SPEC: "The user's permissions are fetched only when signed in and the feature is enabled"
  it('are fetched once the profile says that the feature is enabled', async () => {
    answerWith(server)
    const { findByText } = showSignedIn(<Roles />)
    expect(await findByText('owner')).toBeVisible()
  })

  // SPEC: "only when signed in"
  it('are not fetched while signed out', async () => {
    const sent = answerWith(server)
    function Page() {
      // This public request shows that the page has sent its requests.
      useInstallation()
      return <Roles />
    }
    showSignedOut(<Page />)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent.map(({ request }) => request)).toEqual(['GET /platform/installation'])
  })

  // SPEC: "and the feature is enabled"
  it('are not fetched while the feature is disabled', async () => {
    const disabled = { ...profile, disabled_features: ['permissions'] }
    const sent = answerWith({ ...server, 'GET /platform/profile': disabled })
    showSignedIn(<Roles />)
    await waitFor(() => expect(sent).toHaveLength(1))
    expect(sent.map(({ request }) => request)).not.toContain(asked)
  })

  // SPEC: "Errors are reported with a tag."
  // SPEC: "Permissions query errors are always reported."
  it('are reported with a tag for any failure', async () => {
    answerWith({ 'GET /platform/profile': profile })
    const onFault = vi.fn<(error: unknown, tag: string | undefined) => void>()
    const { findByText } = showSignedIn(<Roles />, { onFault })
    expect(await findByText('failed')).toBeVisible()
    expect(onFault.mock.calls.map(([, tag]) => tag)).toEqual(['permissions'])
  })
})

import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { FeaturePreviewsDialog } from './feature-previews-dialog.tsx'
import { PreviewDetails } from './preview-details.tsx'

const preview = {
  key: 'column-level-privileges',
  name: 'Column-level privileges',
  isNew: true,
  isPlatformOnly: false,
  isInPlan: true,
}
const discussions = 'https://github.com/a/b/discussions'
const installation = (discussions_url: string | null) => ({
  needs_owner: false,
  sign_up: 'open',
  environment: 'production',
  links: {
    support_email: null,
    enterprise_contact_url: null,
    discussions_url,
    status_page_url: null,
  },
})

afterEach(() => vi.unstubAllGlobals())

describe('the details of a preview', () => {
  // SPEC: "Right: the selected preview's name, a 'New' badge where flagged, a 'Give feedback' link (when a discussions link exists), and an Enable or Disable button."
  it("are its name, a 'New' badge, a 'Give feedback' link and a button", () => {
    answerWith({ 'GET /platform/profile': profile })
    const show = (discussionsUrl?: string) =>
      showSignedIn(
        <PreviewDetails
          preview={{ ...preview, ...(discussionsUrl && { discussionsUrl }) }}
          projectRef={undefined}
          organizationSlug={undefined}
        />,
      )
    const without = show()
    expect(screen.getByRole('heading')).toHaveTextContent('Column-level privileges')
    expect(screen.getByText('New')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Enable' })).toBeEnabled()
    expect(screen.queryByRole('link', { name: 'Give feedback' })).toBeNull()
    without.unmount()
    show(discussions)
    expect(screen.getByRole('link', { name: 'Give feedback' })).toHaveAttribute('href', discussions)
  })
})

describe('the modal without any preview', () => {
  const open = (url: string | null) => {
    localStorage.setItem('featurePreviewModal', '{"open":true,"selected":null}')
    answerWith({
      'GET /platform/profile': profile,
      'GET /platform/organizations': [organization],
      'GET /platform/feature-flags': {},
      'GET /platform/installation': installation(url),
    })
    showSignedIn(<FeaturePreviewsDialog place={{ kind: 'account' }} />)
  }

  // SPEC: "Empty state: 'No feature previews available', with a link to GitHub Discussions for feature requests."
  it('says so and leads to where features are asked for', async () => {
    open(discussions)
    expect(await screen.findByText('No feature previews available')).toBeVisible()
    const link = await screen.findByRole('link', { name: 'GitHub Discussions' })
    expect(link).toHaveAttribute('href', discussions)
  })

  it('has no link where the installation has no discussions', async () => {
    open(null)
    expect(await screen.findByText('No feature previews available')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { FeaturePreviewsDialog } from './feature-previews-dialog.tsx'

const discussions = 'https://github.com/a/b/discussions'
const installation = (discussions_url: string | null) => ({
  needs_owner: false,
  sign_up: 'open',
  has_mail_server: true,
  environment: 'production',
  links: {
    support_email: null,
    enterprise_contact_url: null,
    discussions_url,
    status_page_url: null,
  },
  sells_plans: false,
})

afterEach(() => vi.unstubAllGlobals())

describe('the details of a preview', () => {
  const server = {
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'GET /platform/feature-flags': {
      'preview:branching-2-0': true,
      'preview:column-level-privileges': true,
    },
  }
  const show = async (selected: string, discussions_url: string | null) => {
    localStorage.setItem('featurePreviewModal', JSON.stringify({ open: true, selected }))
    const sent = answerWith({
      ...server,
      'GET /platform/installation': installation(discussions_url),
    })
    const shown = showSignedIn(<FeaturePreviewsDialog place={{ kind: 'account' }} />)
    await waitFor(() =>
      expect(sent.map(({ request }) => request)).toContain('GET /platform/installation'),
    )
    return { ...shown, details: within(await screen.findByRole('region')) }
  }

  // SPEC: ", name, discussionsUrl, isNew,"
  // SPEC: "Right: the selected preview's name, a 'New' badge where flagged, a 'Give feedback' link (when a discussions link exists), and an Enable or Disable button."
  it("have the name, a 'New' badge, a 'Give feedback' link and a button after the list", async () => {
    const { details } = await show('branching-2-0', discussions)
    const list = screen.getByRole('list', { name: 'Previews' })
    expect(list.nextElementSibling).toBe(screen.getByRole('region'))
    expect(list.parentElement).toHaveClass('sm:flex-row')
    expect(details.getByRole('heading')).toHaveTextContent('Branching via dashboard')
    expect(details.getByText('New')).toBeVisible()
    const link = await details.findByRole('link', { name: 'Give feedback' })
    expect(link).toHaveAttribute('href', discussions)
    await userEvent.click(details.getByRole('button', { name: 'Enable' }))
    expect(details.getByRole('button')).toHaveTextContent('Disable')
  })

  it("have no 'New' badge on an unflagged preview, and no feedback link without discussions", async () => {
    const { details } = await show('column-level-privileges', null)
    expect(details.getByRole('heading')).toHaveTextContent('Column-level privileges')
    expect(details.queryByText('New')).toBeNull()
    expect(details.queryByRole('link')).toBeNull()
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
  it('says that there are none and links to the discussions for feature requests', async () => {
    open(discussions)
    expect(await screen.findByText('No feature previews available')).toBeVisible()
    const link = await screen.findByRole('link', { name: 'GitHub Discussions' })
    expect(link).toHaveAttribute('href', discussions)
  })

  it('has no link when the installation has no discussions', async () => {
    open(null)
    expect(await screen.findByText('No feature previews available')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

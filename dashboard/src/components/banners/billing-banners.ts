import type { Invoice } from '@stoa/contract/platform/invoices'
import type { Organization } from '@stoa/contract/platform/organizations'
import { formatGracePeriodEnd } from '../../lib/dates.ts'
import type { BannerContent } from './banner.tsx'

type Restricted = Pick<Organization, 'id' | 'slug' | 'restriction_status' | 'restriction_data'>
type Overdue = Pick<Invoice, 'organization_id' | 'organization_slug'>

const LABEL = 'View Details'

/**
 * Returns the billing problems, most serious first: restricted services, then overdue invoices of
 * this organization, then of other organizations, then announcements.
 */
export function billingBanners(
  organization: Restricted | undefined,
  overdue: readonly Overdue[],
): BannerContent[] {
  if (!organization) return []
  const restriction = restrictionBanners(organization)
  return [
    ...restriction.filter(({ kind }) => kind === 'danger'),
    ...overdueBanners(organization, overdue),
    ...restriction.filter(({ kind }) => kind === 'warning'),
  ]
}

function restrictionBanners(organization: Restricted): BannerContent[] {
  const { restriction_status, restriction_data, slug } = organization
  const link = { label: LABEL, href: `/org/${slug}/billing` }
  if (restriction_status === 'grace_period') {
    const end = restriction_data && formatGracePeriodEnd(restriction_data.grace_period_end)
    return [
      {
        id: 'restriction',
        kind: 'warning',
        title: 'Organization plan has exceeded its quota',
        ...(end && { text: `You are given a grace period until ${end}` }),
        link,
      },
    ]
  }
  if (restriction_status === 'grace_period_over') {
    return [
      {
        id: 'restriction',
        kind: 'warning',
        title: 'Grace period is over',
        text: 'Your Projects will not be able to serve requests when you used up your quota.',
        link,
      },
    ]
  }
  if (restriction_status === 'restricted') {
    return [
      {
        id: 'restriction',
        kind: 'danger',
        title: 'Services Restricted',
        text: 'Your Projects are unable to serve any requests as your Organization plan has used up its quota.',
        link,
      },
    ]
  }
  return []
}

function overdueBanners({ id }: Restricted, overdue: readonly Overdue[]): BannerContent[] {
  const own = overdue.find((invoice) => invoice.organization_id === id)
  const other = overdue.find((invoice) => invoice.organization_id !== id)
  const banner = (invoice: Overdue, words: { id: string; title: string; text: string }) => ({
    ...words,
    kind: 'danger' as const,
    link: { label: LABEL, href: `/org/${invoice.organization_slug}/billing#invoices` },
  })
  return [
    ...(own
      ? [
          banner(own, {
            id: 'invoices',
            title: 'Outstanding Invoices',
            text: 'Please pay invoices to avoid service disruption.',
          }),
        ]
      : []),
    ...(other
      ? [
          banner(other, {
            id: 'other-invoices',
            title: 'Outstanding Invoices in other Organization',
            text: 'Please pay invoices for other Organization to avoid service disruption.',
          }),
        ]
      : []),
  ]
}

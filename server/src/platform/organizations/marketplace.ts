import type { ManagedBy } from '@stoa/contract/platform/organizations'

const VERCEL_PREFIX = 'vercel_'

/** The manager of an organization: the marketplace that bills it, or this installation. */
export function managedBy(billingPartner: string | null): ManagedBy {
  if (billingPartner === 'vercel_marketplace') return 'vercel-marketplace'
  if (billingPartner === 'aws') return 'aws-marketplace'
  return 'stoa'
}

/** The marketplace's id of an organization; null for a slug that was generated here. */
export const partnerId = (slug: string): string | null =>
  slug.startsWith(VERCEL_PREFIX) ? slug.slice(VERCEL_PREFIX.length) : null

/** The slug of the organization with this id of a marketplace. */
export const slugOfPartner = (id: string): string => `${VERCEL_PREFIX}${id}`

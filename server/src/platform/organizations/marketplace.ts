import type { ManagedBy } from '@stoa/contract/platform/organizations'

const VERCEL_PREFIX = 'vercel_'

/** Who looks after an organization: the marketplace that bills it, else this installation itself. */
export function managedBy(billingPartner: string | null): ManagedBy {
  if (billingPartner === 'vercel_marketplace') return 'vercel-marketplace'
  if (billingPartner === 'aws') return 'aws-marketplace'
  return 'stoa'
}

/** The id by which a marketplace knows an organization; null for a slug that was made here. */
export const partnerId = (slug: string): string | null =>
  slug.startsWith(VERCEL_PREFIX) ? slug.slice(VERCEL_PREFIX.length) : null

/** The slug of an organization that a marketplace knows by this id. */
export const slugOfPartner = (id: string): string => `${VERCEL_PREFIX}${id}`

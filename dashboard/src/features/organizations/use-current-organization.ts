import type { Organization } from '@stoa/contract/platform/organizations'
import { useOrganizations } from '../../data/resources/platform/organizations.ts'

/** The organization named in the URL, which always exists below `OrganizationGate`. */
export function useCurrentOrganization(slug: string): Organization | undefined {
  return useOrganizations().data?.find((organization) => organization.slug === slug)
}

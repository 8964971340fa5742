import type { Organization } from '@stoa/contract/platform/organizations'
import { useOrganizations } from '../../data/resources/organizations.ts'

/** The organization of the address; below `OrganizationGate` it is always there. */
export function useCurrentOrganization(slug: string): Organization | undefined {
  return useOrganizations().data?.find((organization) => organization.slug === slug)
}

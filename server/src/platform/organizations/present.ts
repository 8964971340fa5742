import { plans } from '@stoa/contract/catalog/plans'
import type { Organization } from '@stoa/contract/platform/organizations'
import { managedBy, partnerId } from './marketplace.ts'
import type { PermissionTable, Standing } from '../permissions.ts'
import type { OrganizationRow } from './queries.ts'

/** SPEC 3's text for a missing address. */
const NO_BILLING_EMAIL = 'Unknown'

/** A stored organization as the contract shows it to one caller. */
export function toOrganization(
  row: OrganizationRow,
  { standing, permissions }: { standing: Standing; permissions: PermissionTable },
): Organization {
  const { id, name } = plans[row.plan]
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    plan: { id, name },
    billing_email: row.billing_email ?? NO_BILLING_EMAIL,
    managed_by: managedBy(row.billing_partner),
    partner_id: partnerId(row.slug),
    organization_requires_mfa: row.requires_mfa,
    restriction_status: row.restriction_status,
    restriction_data: row.grace_period_end && {
      grace_period_end: row.grace_period_end.toISOString(),
    },
    project_count: row.project_count,
    abilities: permissions.abilitiesOf(standing),
  }
}

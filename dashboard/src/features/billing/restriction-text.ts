import type { Organization } from '@stoa/contract/platform/organizations'
import type { StatusTone } from '../../ui/display/status-dot.tsx'

type Restricted = Pick<Organization, 'restriction_status' | 'restriction_data'>

/** The service status of an organization, as a short text and a tone. */
export function restrictionText(
  { restriction_status, restriction_data }: Restricted,
  formatDate: (date: string) => string,
): { text: string; tone: StatusTone } {
  if (restriction_status === null) return { text: 'Not restricted', tone: 'success' }
  if (restriction_status === 'restricted') return { text: 'Restricted', tone: 'danger' }
  if (restriction_status === 'grace_period_over')
    return { text: 'Grace period is over', tone: 'warning' }
  const end = restriction_data && formatDate(restriction_data.grace_period_end)
  return { text: end ? `Grace period until ${end}` : 'Grace period', tone: 'warning' }
}

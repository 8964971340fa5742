import { TicketCategory, TicketSeverity } from '@stoa/contract/platform/support'
import type { SelectOption } from '../../ui/inputs/select.tsx'

const CATEGORY_NAMES: Record<TicketCategory, string> = {
  general: 'General question',
  dashboard_bug: 'Dashboard bug',
  database_unresponsive: 'Database unresponsive',
  performance: 'Performance',
  billing: 'Billing',
  sales: 'Sales',
  refund: 'Refund',
  login: 'Sign-in',
  plan_upgrade: 'Plan upgrade',
  abuse: 'Abuse report',
  others: 'Other',
}

const SEVERITY_NAMES: Record<TicketSeverity, { label: string; description: string }> = {
  low: { label: 'Low', description: 'A question or feature request' },
  normal: { label: 'Normal', description: 'A feature isn’t working as expected' },
  high: { label: 'High', description: 'An important feature is broken' },
  urgent: { label: 'Urgent', description: 'A production service is down' },
}

export const CATEGORIES: readonly SelectOption<TicketCategory>[] = TicketCategory.options.map(
  (value) => ({ value, label: CATEGORY_NAMES[value] }),
)
export const SEVERITIES: readonly SelectOption<TicketSeverity>[] = TicketSeverity.options.map(
  (value) => ({ value, ...SEVERITY_NAMES[value] }),
)

/** The category named in a URL such as `?category=dashboard_bug`; undefined if it names none. */
export const categoryFromText = (text: string | undefined): TicketCategory | undefined =>
  TicketCategory.options.find((category) => category === text)

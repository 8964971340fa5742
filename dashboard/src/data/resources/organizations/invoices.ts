import { listInvoices, listOverdueInvoices } from '@stoa/contract/operations/platform/invoices'
import { organizationKeys } from './organizations.ts'
import { useCapability } from '../accounts/profile.ts'
import { useEndpointQuery } from '../../client/endpoint-hooks.ts'

/** Overdue invoices of all of the user's organizations. */
export function useOverdueInvoices() {
  const can = useCapability()
  return useEndpointQuery(listOverdueInvoices, {
    input: {},
    queryKey: ['invoices', 'overdue'],
    enabled: can('invoices:read'),
  })
}

/** An organization's invoices, newest first. */
export function useInvoices(slug: string) {
  return useEndpointQuery(listInvoices, {
    input: { params: { slug } },
    queryKey: [...organizationKeys.detail(slug), 'invoices'],
  })
}

import { listInvoices, listOverdueInvoices } from '@stoa/contract/platform/invoices'
import { useQuery } from '@tanstack/react-query'
import { organizationKeys } from './organizations.ts'
import { useCapability } from './profile.ts'
import { useCall } from '../client/client-context.ts'

/** Overdue invoices of all of the user's organizations. */
export function useOverdueInvoices() {
  const call = useCall()
  const can = useCapability()
  return useQuery({
    queryKey: ['invoices', 'overdue'],
    queryFn: ({ signal }) => call(listOverdueInvoices, { signal }),
    enabled: can('invoices:read'),
  })
}

/** An organization's invoices, newest first. */
export function useInvoices(slug: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...organizationKeys.detail(slug), 'invoices'],
    queryFn: ({ signal }) => call(listInvoices, { params: { slug }, signal }),
  })
}

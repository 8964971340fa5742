import {
  getInvoice,
  listInvoices,
  listOverdueInvoices,
} from '@stoa/contract/operations/platform/invoices'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { organizationKeys } from './organizations.ts'
import { useCapability } from './profile.ts'
import { endpointQuery, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

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
export const invoicesQuery = (call: Call, slug: string) =>
  endpointQuery(call, listInvoices, {
    input: { params: { slug } },
    queryKey: [...organizationKeys.detail(slug), 'invoices'],
  })

export const useInvoices = (slug: string) => useQuery(invoicesQuery(useCall(), slug))

/** An invoice with its positions. */
export const useInvoice = (slug: string, id: string) =>
  useEndpointQuery(getInvoice, {
    input: { params: { slug, id } },
    queryKey: [...organizationKeys.detail(slug), 'invoices', id],
  })

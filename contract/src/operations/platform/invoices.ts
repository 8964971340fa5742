// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/invoices.ts'

export const createInvoice: OperationsOf<typeof source.createInvoice> = {
  method: 'POST',
  path: '/platform/installation/invoices',
  access: 'operator',
}

export const getInvoice: OperationsOf<typeof source.getInvoice> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/invoices/{id}',
  access: 'invoice:read',
}

export const listInvoices: OperationsOf<typeof source.listInvoices> = {
  method: 'GET',
  path: '/platform/organizations/{slug}/invoices',
  access: 'invoice:read',
}

export const listOverdueInvoices: OperationsOf<typeof source.listOverdueInvoices> = {
  method: 'GET',
  path: '/platform/stripe/invoices/overdue',
  access: 'signed-in',
}

export const payInvoice: OperationsOf<typeof source.payInvoice> = {
  method: 'POST',
  path: '/platform/installation/invoices/{id}/pay',
  access: 'operator',
}

import * as endpoints from '@stoa/contract/platform/invoices'
import { route, type Route } from '../../lib/http.ts'
import type { Context } from '../context.ts'
import { createInvoice } from './create-invoice.ts'
import { listInvoices, listOverdueInvoices } from './list-invoices.ts'
import { payInvoice } from './pay-invoice.ts'
import { readInvoiceDetail } from './read-invoice.ts'

export const invoiceRoutes = (
  context: Pick<Context, 'access' | 'actorOf' | 'clock' | 'session'>,
): readonly Route[] => [
  route(endpoints.listOverdueInvoices).to(({ request }) =>
    listOverdueInvoices(context, request.member),
  ),
  route(endpoints.listInvoices).to(({ request }) =>
    listInvoices(context, context.access.organizationOf(request)),
  ),
  route(endpoints.getInvoice).to(({ request, params }) =>
    readInvoiceDetail(context, context.access.organizationOf(request), params.id),
  ),
  route(endpoints.createInvoice).to(({ request, body }) =>
    createInvoice(context, context.actorOf(request), body),
  ),
  route(endpoints.payInvoice).to(({ request, params }) =>
    payInvoice(context, context.actorOf(request), params.id),
  ),
]

import type { Invoice } from '@stoa/contract/platform/invoices'
import { QueryError } from '../../components/query-error.tsx'
import { useInvoices } from '../../data/resources/platform/invoices.ts'
import { formatCurrency } from '../../lib/currency.ts'
import { formatDate } from '../../lib/dates.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'

/** The organization's invoices, newest first. */
export function InvoiceTable({ slug }: { slug: string }) {
  const { data: invoices, error, refetch, dataUpdatedAt } = useInvoices(slug)
  return (
    <>
      {error && (
        <QueryError
          error={error}
          title="Could not load the invoices"
          onRetry={() => void refetch()}
          className="mb-3"
        />
      )}
      {!invoices && !error && <Skeleton className="h-28" />}
      {invoices?.length === 0 && (
        <EmptyState title="No invoices yet" description="Invoices appear here once issued." />
      )}
      {invoices && invoices.length > 0 && <Rows invoices={invoices} now={dataUpdatedAt} />}
    </>
  )
}

/** `now` is the time the invoices were read, in milliseconds. */
function Rows({ invoices, now }: { invoices: Invoice[]; now: number }) {
  return (
    <Table aria-label="Invoices">
      <TableHead>
        <TableRow>
          <TableHeader>Number</TableHeader>
          <TableHeader>Status</TableHeader>
          <TableHeader>Issued</TableHeader>
          <TableHeader>Due</TableHeader>
          <TableHeader align="right">Amount</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {invoices.map((invoice) => (
          <TableRow key={invoice.id}>
            <TableCell className="font-mono">{invoice.number}</TableCell>
            <TableCell>
              <InvoiceStatus invoice={invoice} now={now} />
            </TableCell>
            <TableCell className="whitespace-nowrap">{formatDate(invoice.issued_at)}</TableCell>
            <TableCell className="whitespace-nowrap">{formatDate(invoice.due_at)}</TableCell>
            <TableCell align="right" className="whitespace-nowrap">
              {formatCurrency(invoice.amount_cents / 100, invoice.currency)}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function InvoiceStatus({ invoice, now }: { invoice: Invoice; now: number }) {
  if (invoice.paid_at !== null) return <Badge variant="success">Paid</Badge>
  const isOverdue = Date.parse(invoice.due_at) < now
  if (isOverdue) return <Badge variant="danger">Overdue</Badge>
  return <Badge>Open</Badge>
}

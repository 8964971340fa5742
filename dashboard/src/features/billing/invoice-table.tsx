import type { Invoice } from '@stoa/contract/platform/invoices'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { useRecordPanel } from '../../components/list/use-record-panel.ts'
import { useInvoices } from '../../data/resources/platform/invoices.ts'
import { formatCurrency } from '../../lib/currency.ts'
import { formatDate } from '../../lib/dates.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { InvoiceSheet } from './invoice-sheet.tsx'

/** The organization's invoices, newest first. */
export function InvoiceTable({ slug }: { slug: string }) {
  const invoices = useInvoices(slug)
  const { panel, open, close } = useRecordPanel({ kinds: ['invoice'], items: invoices.data })
  return (
    <>
      <QueryList
        label="invoices"
        query={invoices}
        skeleton={<Skeleton className="h-28" />}
        empty={{ title: 'No invoices yet', description: 'Invoices appear here once issued.' }}
      >
        {(items) => (
          <RecordTable
            label="Invoices"
            items={items}
            nameOf={({ number }) => number}
            columns={columnsAt(invoices.dataUpdatedAt)}
            actions={(invoice) => [
              { label: 'Show positions', onSelect: () => open('invoice', invoice) },
            ]}
            shownId={panel?.item.id}
          />
        )}
      </QueryList>
      {panel && <InvoiceSheet slug={slug} invoice={panel.item} onClose={close} />}
    </>
  )
}

/** `now` is the time the invoices were read, in milliseconds. */
const columnsAt = (now: number): readonly RecordColumn<Invoice>[] => [
  { header: 'Number', textClassName: 'truncate font-mono', cell: ({ number }) => number },
  {
    header: 'Status',
    className: 'w-24',
    cell: (invoice) => <InvoiceStatus invoice={invoice} now={now} />,
  },
  {
    header: 'Issued',
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap',
    cell: ({ issued_at }) => formatDate(issued_at),
  },
  {
    header: 'Due',
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap',
    cell: ({ due_at }) => formatDate(due_at),
  },
  {
    header: 'Amount',
    align: 'right',
    className: 'w-28',
    textClassName: 'whitespace-nowrap',
    cell: ({ amount_cents, currency }) => formatCurrency(amount_cents / 100, currency),
  },
]

function InvoiceStatus({ invoice, now }: { invoice: Invoice; now: number }) {
  if (invoice.paid_at !== null) return <Badge variant="success">Paid</Badge>
  const isOverdue = Date.parse(invoice.due_at) < now
  if (isOverdue) return <Badge variant="danger">Overdue</Badge>
  return <Badge>Open</Badge>
}

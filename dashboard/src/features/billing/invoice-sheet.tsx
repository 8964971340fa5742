import type { Invoice } from '@stoa/contract/platform/invoices'
import { Download } from 'lucide-react'
import { QueryError } from '../../components/query-error.tsx'
import { useInvoice } from '../../data/resources/platform/invoices.ts'
import { formatDate } from '../../lib/dates.ts'
import { safeFileName } from '../../lib/download-blob.ts'
import { downloadText } from '../../lib/download-text.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'
import { invoiceCsv } from './invoice-csv.ts'
import { LinesTable } from './lines-table.tsx'

type InvoiceSheetProps = { slug: string; invoice: Invoice; onClose: () => void }

/** The positions of an invoice, which can be downloaded. */
export function InvoiceSheet({ slug, invoice, onClose }: InvoiceSheetProps) {
  const { data, error, refetch } = useInvoice(slug, invoice.id)
  const { number, issued_at, due_at, paid_at, amount_cents } = invoice
  return (
    <Sheet
      open
      title={`Invoice ${number}`}
      description={`Issued ${formatDate(issued_at)}, ${
        paid_at === null ? `due ${formatDate(due_at)}` : `paid ${formatDate(paid_at)}`
      }`}
      onClose={onClose}
    >
      <SheetBody>
        {error && (
          <QueryError
            error={error}
            title="Could not load the invoice"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !error && <Skeleton className="h-40" />}
        {data && <LinesTable label="Positions" lines={data.lines} total={amount_cents} />}
      </SheetBody>
      <SheetFooter>
        <Button
          disabled={!data}
          onClick={() =>
            data &&
            downloadText({
              text: invoiceCsv(data),
              fileName: `${safeFileName(number)}.csv`,
              type: 'text/csv',
            })
          }
        >
          <Download />
          Download CSV
        </Button>
      </SheetFooter>
    </Sheet>
  )
}

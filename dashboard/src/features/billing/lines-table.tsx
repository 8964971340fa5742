import type { InvoiceLine } from '@stoa/contract/platform/subscription'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { dollars } from './money.ts'

type LinesTableProps = {
  label: string
  lines: readonly InvoiceLine[]
  total: number
}

/** The positions of an invoice with their sum. */
export function LinesTable({ label, lines, total }: LinesTableProps) {
  return (
    <Table aria-label={label}>
      <TableHead>
        <TableRow>
          <TableHeader>Position</TableHeader>
          <TableHeader align="right" className="w-28">
            Amount
          </TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {lines.map((line, index) => (
          // Positions have no name of their own and never change their order.
          // oxlint-disable-next-line react/no-array-index-key
          <TableRow key={index}>
            <TableCell>
              {line.description}
              <span className="block text-muted">
                {[line.project_name, line.quantity].filter(Boolean).join(' · ')}
              </span>
            </TableCell>
            <TableCell align="right" className="align-top tabular-nums">
              {dollars(line.amount_cents)}
            </TableCell>
          </TableRow>
        ))}
        <TableRow>
          <TableCell className="font-medium">Total</TableCell>
          <TableCell align="right" className="font-medium tabular-nums">
            {dollars(total)}
          </TableCell>
        </TableRow>
      </TableBody>
    </Table>
  )
}

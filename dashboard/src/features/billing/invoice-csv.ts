import { decimalOf } from '@stoa/contract/catalog/money'
import type { InvoiceDetail } from '@stoa/contract/platform/invoices'
import { toCsv } from '../../components/result-grid/export-rows.ts'

const COLUMNS = [
  'invoice',
  'issued_at',
  'description',
  'project_ref',
  'project_name',
  'quantity',
  'amount',
  'currency',
].map((name) => ({ name, type: 'text' }))

/** An invoice as CSV, one row for each position. One without positions is a single row. */
export function invoiceCsv({ number, issued_at, lines, ...invoice }: InvoiceDetail): string {
  const { amount_cents, currency } = invoice
  const positions =
    lines.length > 0
      ? lines
      : [{ description: '', project_ref: '', project_name: '', quantity: '', amount_cents }]
  return toCsv(
    COLUMNS,
    positions.map((line) => [
      plain(number),
      issued_at,
      line.description,
      line.project_ref,
      line.project_name === null ? null : plain(line.project_name),
      line.quantity,
      decimalOf(line.amount_cents),
      currency,
    ]),
  )
}

/** Spreadsheets run a text that begins like a formula, and members choose these names. */
const plain = (text: string) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

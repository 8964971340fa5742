import { Download } from 'lucide-react'
import {
  toCsv,
  toJson,
  type ExportColumn,
  type ExportRows,
} from '../../../components/result-grid/export-rows.ts'
import { isNumericType } from '../../../components/result-grid/cell-type.ts'
import { downloadText } from '../../../lib/download-text.ts'
import { spreadsheetText } from '../../../lib/spreadsheet-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'

type ResultDownloadProps = { columns: readonly ExportColumn[]; rows: ExportRows }

/** Callers of the project choose texts such as paths, so none of them is a formula. */
const toSafeCsv = (columns: readonly ExportColumn[], rows: ExportRows): string => {
  const isText = columns.map(({ type }) => !isNumericType(type))
  return toCsv(
    columns,
    rows.map((row) =>
      row.map((cell, at) => (cell !== null && isText[at] ? spreadsheetText(cell) : cell)),
    ),
  )
}

export function ResultDownload({ columns, rows }: ResultDownloadProps) {
  const copy = async () => {
    if (await copyText(toSafeCsv(columns, rows))) toast.success('Result copied as CSV')
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Download className="size-3.5" /> Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void copy()}>Copy as CSV</DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() =>
            downloadText({ text: toSafeCsv(columns, rows), fileName: 'logs.csv', type: 'text/csv' })
          }
        >
          Download CSV
        </DropdownMenuItem>
        <DropdownMenuItem
          onSelect={() =>
            downloadText({
              text: toJson(columns, rows),
              fileName: 'logs.json',
              type: 'application/json',
            })
          }
        >
          Download JSON
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

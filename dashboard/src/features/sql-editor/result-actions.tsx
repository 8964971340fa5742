import { Download } from 'lucide-react'
import { toCsv, toJson, toMarkdown } from '../../components/result-grid/export-rows.ts'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { downloadText } from '../../lib/download-text.ts'

type ResultActionsProps = { result: QueryAnswer['results'][number]; name: string }

const FORMATS = { CSV: toCsv, JSON: toJson, Markdown: toMarkdown }

/** Copies the rows to the clipboard or downloads them as a file. */
export function ResultActions({ result, name }: ResultActionsProps) {
  const { columns, rows } = result
  const copy = async (format: keyof typeof FORMATS) => {
    const isCopied = await copyText(FORMATS[format](columns, rows))
    const count = `${rows.length.toLocaleString('en')} ${rows.length === 1 ? 'row' : 'rows'}`
    if (isCopied) toast.success(`${count} copied as ${format}`)
  }
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm">
          <Download className="size-3.5" /> Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void copy('CSV')}>Copy as CSV</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copy('JSON')}>Copy as JSON</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void copy('Markdown')}>Copy as Markdown</DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          onSelect={() =>
            downloadText({ text: toCsv(columns, rows), fileName: `${name}.csv`, type: 'text/csv' })
          }
        >
          Download CSV
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

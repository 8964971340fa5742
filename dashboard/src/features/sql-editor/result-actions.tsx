import type { ResultFormat } from '@stoa/contract/services/meta/query-stream'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { toCsv, toJson, toMarkdown, toNdjson } from '../../components/result-grid/export-rows.ts'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { downloadText } from '../../lib/download-text.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { copyText } from '../../ui/buttons/copy-button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/menus/dropdown-menu.tsx'
import { ExportDialog, RESULT_FORMATS } from './export-dialog.tsx'
import type { RunRequest } from './run-store.ts'

type ResultActionsProps = {
  projectRef: string
  result: QueryAnswer['results'][number]
  /** The file name, without its extension. */
  name: string
  request: RunRequest
  /** The index of the statement in the text. */
  statement: number
  /** Whether rows still arrive. */
  isRunning: boolean
}

const COPIES = { CSV: toCsv, JSON: toJson, Markdown: toMarkdown }
const FILES = { csv: toCsv, json: toJson, ndjson: toNdjson }

/**
 * Copies the rows to the clipboard, or downloads them as a file. If the query returned more rows, the
 * file has all of them, which the server reads again. It cannot see the changes of an open
 * transaction, so a file from one has the rows that are shown.
 */
export function ResultActions({ result, name, request, isRunning, ...props }: ResultActionsProps) {
  const [format, setFormat] = useState<ResultFormat | undefined>()
  const { columns, rows } = result
  const isWhole = !result.is_limited
  const isRead = isWhole || request.transaction !== undefined
  const count = `${formatCount(rows.length)} ${rows.length === 1 ? 'row' : 'rows'}`
  const copy = async (kind: keyof typeof COPIES) => {
    const isCopied = await copyText(COPIES[kind](columns, rows))
    if (isCopied) toast.success(`${count} copied as ${kind}`)
  }
  const download = (chosen: ResultFormat) => {
    // The server writes workbooks and Parquet.
    if (!isRead || chosen === 'xlsx' || chosen === 'parquet') return setFormat(chosen)
    const { type } = RESULT_FORMATS[chosen]
    const text = FILES[chosen](columns, rows)
    return downloadText({ text, fileName: `${name}.${chosen}`, type })
  }
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm" disabled={isRunning}>
            <Download className="size-3.5" /> Export
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {!isWhole && <DropdownMenuLabel>The {count} shown</DropdownMenuLabel>}
          <DropdownMenuItem onSelect={() => void copy('CSV')}>Copy as CSV</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void copy('JSON')}>Copy as JSON</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => void copy('Markdown')}>
            Copy as Markdown
          </DropdownMenuItem>
          {(isWhole || !isRead) && <DropdownMenuSeparator />}
          {!isRead && <DropdownMenuLabel>The whole result</DropdownMenuLabel>}
          <DropdownMenuItem onSelect={() => download('csv')}>Download CSV</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download('json')}>Download JSON</DropdownMenuItem>
          <DropdownMenuItem onSelect={() => download('ndjson')}>Download NDJSON</DropdownMenuItem>
          {request.transaction === undefined && (
            <>
              <DropdownMenuItem onSelect={() => download('xlsx')}>Download XLSX</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => download('parquet')}>
                Download Parquet
              </DropdownMenuItem>
            </>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {format && (
        <ExportDialog
          projectRef={props.projectRef}
          name={name}
          request={request}
          statement={props.statement}
          format={format}
          onClose={() => setFormat(undefined)}
        />
      )}
    </>
  )
}

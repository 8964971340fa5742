import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import { Copy, Download, PencilLine, Trash2 } from 'lucide-react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useExportRows } from '../../../data/resources/services/meta/row-export.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { copyText } from '../../../ui/buttons/copy-button.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { MOST_CHOSEN } from '../grid/row-checkbox.tsx'
import { useTotal } from '../grid/row-grid.tsx'
import { NO_CONDITIONS } from '../session/conditions.ts'
import type { SessionView, ViewState } from '../session/session-view.ts'
import type { BulkScope } from './bulk-access.ts'

type SelectionBarProps = {
  session: SessionView
  view: ViewState
  count: number
  canDelete: boolean
  onExport: () => void
  onDelete: () => void
  /** Null if no row can be edited. */
  onBulk: ((rows: BulkScope) => void) | null
}

const COPIES: readonly { format: ExportFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'json', label: 'JSON' },
  { format: 'markdown', label: 'Markdown' },
  { format: 'sql', label: 'SQL' },
]

/** Replaces the toolbar while rows are selected. */
export function SelectionBar({ session, view, count, canDelete, ...props }: SelectionBarProps) {
  const { read } = useExportRows(session.projectRef, session.table.id)
  const total = useTotal(session)?.value ?? 0
  const rows = `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
  const copy = async ({ format, label }: (typeof COPIES)[number]) => {
    const keys = [...session.chosen.all().values()]
    const text = () =>
      read({ ...NO_CONDITIONS, format, keys, sorts: view.sorts, columns: undefined }).catch(
        (error: unknown) => {
          toast.error('Could not copy the rows', { description: errorMessage(error) })
          throw error
        },
      )
    if (await copyText(text)) toast.success(`${rows} copied as ${label}`)
  }
  return (
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-2">
      <output className="text-xs whitespace-nowrap tabular-nums">
        {rows} selected
        {count === MOST_CHOSEN && ' (maximum)'}
      </output>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button size="sm">
            <Copy className="size-3.5" /> Copy
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start">
          {COPIES.map((each) => (
            <DropdownMenuItem key={each.format} onSelect={() => void copy(each)}>
              Copy as {each.label}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      <Button size="sm" onClick={props.onExport}>
        <Download className="size-3.5" /> Export
      </Button>
      {props.onBulk && (
        <Button size="sm" onClick={() => props.onBulk?.('selected')}>
          <PencilLine className="size-3.5" /> Edit
        </Button>
      )}
      {canDelete && (
        <Button size="sm" variant="danger" onClick={props.onDelete}>
          <Trash2 className="size-3.5" /> Delete
        </Button>
      )}
      {props.onBulk && total > count && (
        <Button size="sm" variant="ghost" onClick={() => props.onBulk?.('matching')}>
          Edit all {total.toLocaleString('en')} rows
        </Button>
      )}
      <Button size="sm" variant="ghost" onClick={session.chosen.clear}>
        Clear selection
      </Button>
    </div>
  )
}

import { Ellipsis, PanelLeft, Play, Square } from 'lucide-react'
import { RoleMenu } from '../../../components/impersonation/role-menu.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'
import { ROW_LIMIT_OPTIONS, type RowLimit } from '../row-limit.ts'
import { SaveStatus } from '../../../components/documents/save-status.tsx'
import type { DocumentSnapshot } from '../../../components/documents/snippet-document.ts'

type NotebookToolbarProps = {
  projectRef: string
  canImpersonate: boolean
  isLocked: boolean
  snapshot: DocumentSnapshot
  rowLimit: RowLimit
  isRunning: boolean
  onRowLimit: (limit: RowLimit) => void
  onRename: () => void
  onResolve: () => void
  onShowList: () => void
  onRunAll: () => void
  onStop: () => void
  onDownload: (as: 'markdown' | 'sql') => void
  onCollapseAll: (isCollapsed: boolean) => void
}

export function NotebookToolbar({ snapshot, ...props }: NotebookToolbarProps) {
  return (
    <header className="flex min-h-11 flex-wrap items-center gap-x-2 gap-y-1 border-b px-3 py-1">
      <IconButton label="Queries" onClick={props.onShowList} className="-ml-1 md:hidden">
        <PanelLeft />
      </IconButton>
      <h1 className="flex min-w-0">
        <button
          type="button"
          onClick={props.onRename}
          title="Rename"
          className="min-w-0 truncate rounded-sm font-medium hover:underline hover:decoration-line-strong hover:underline-offset-4"
        >
          {snapshot.name}
        </button>
      </h1>
      <SaveStatus noun="notebook" status={snapshot.status} isNew={snapshot.version === 0} />
      {snapshot.status.state === 'conflict' && (
        <Button size="sm" onClick={props.onResolve}>
          Choose
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        {props.canImpersonate && <RoleMenu projectRef={props.projectRef} />}
        <Select
          aria-label="Row limit"
          value={props.rowLimit}
          options={ROW_LIMIT_OPTIONS}
          onValueChange={props.onRowLimit}
          className="w-28"
        />
        <DropdownMenu>
          <DropdownMenuTrigger asChild>
            <Button variant="ghost" size="icon" aria-label="Notebook actions">
              <Ellipsis />
            </Button>
          </DropdownMenuTrigger>
          <DropdownMenuContent>
            <DropdownMenuItem onSelect={() => props.onCollapseAll(true)}>
              Collapse all cells
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => props.onCollapseAll(false)}>
              Expand all cells
            </DropdownMenuItem>
            <DropdownMenuSeparator />
            <DropdownMenuItem onSelect={() => props.onDownload('markdown')}>
              Download Markdown with results
            </DropdownMenuItem>
            <DropdownMenuItem onSelect={() => props.onDownload('sql')}>
              Download SQL
            </DropdownMenuItem>
          </DropdownMenuContent>
        </DropdownMenu>
        {props.isRunning ? (
          <Button onClick={props.onStop} className="min-w-24">
            <Square className="size-3 fill-current" /> Stop
          </Button>
        ) : (
          <Button variant="primary" onClick={props.onRunAll} className="min-w-24">
            <Play className="size-3 fill-current" /> Run all
          </Button>
        )}
      </div>
    </header>
  )
}

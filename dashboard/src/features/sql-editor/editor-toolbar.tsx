import { Activity, AlignLeft, CalendarClock, PanelLeft } from 'lucide-react'
import { RoleMenu } from '../../components/impersonation/role-menu.tsx'
import { usePanelOpener } from '../../components/rooms/panel-link.ts'
import { RUNNING_PANEL } from '../../components/sql-editor/panels-search.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ROW_LIMIT_OPTIONS, type RowLimit } from './row-limit.ts'
import { RunMenu } from './run-menu.tsx'
import type { Run } from './run-store.ts'
import { SaveStatus } from '../../components/documents/save-status.tsx'
import type { DocumentSnapshot } from '../../components/documents/snippet-document.ts'
import type { RunTarget } from './use-run-text.ts'
import type { RunMode } from './use-transaction.ts'

type EditorToolbarProps = {
  projectRef: string
  canImpersonate: boolean
  snapshot: DocumentSnapshot
  run: Run | undefined
  rowLimit: RowLimit
  /** Undefined for members who can only read, whose queries change nothing. */
  mode: RunMode | undefined
  isTransactionOpen: boolean
  onMode: (mode: RunMode) => void
  onRowLimit: (limit: RowLimit) => void
  onRename: () => void
  onResolve: () => void
  onFormat: () => void
  /** Undefined for members who cannot schedule a query, and for one that is not saved. */
  onSchedule: (() => void) | undefined
  onRun: (target: RunTarget) => void
  onCancel: () => void
  onDescribe: () => void
  onShowList: () => void
}

const MODE_OPTIONS = [
  {
    value: 'autocommit' as const,
    label: 'Autocommit',
    description: 'Changes are saved when the query succeeds.',
  },
  {
    value: 'transaction' as const,
    label: 'Transaction',
    description: 'Changes wait until you commit or roll back.',
  },
]

export function EditorToolbar({ snapshot, run, ...props }: EditorToolbarProps) {
  const openPanel = usePanelOpener()
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
      <SaveStatus status={snapshot.status} isNew={snapshot.version === 0} />
      {snapshot.status.state === 'conflict' && (
        <Button size="sm" onClick={props.onResolve}>
          Choose
        </Button>
      )}
      <div className="ml-auto flex flex-wrap items-center justify-end gap-2">
        <IconButton label="Running queries" onClick={() => openPanel(RUNNING_PANEL)}>
          <Activity />
        </IconButton>
        <IconButton label="Format" shortcut="Alt+Shift+F" onClick={props.onFormat}>
          <AlignLeft />
        </IconButton>
        {props.onSchedule && (
          <IconButton label="Schedule" onClick={props.onSchedule}>
            <CalendarClock />
          </IconButton>
        )}
        {props.canImpersonate && (
          <RoleMenu
            projectRef={props.projectRef}
            disabledReason={
              props.isTransactionOpen
                ? 'Commit or roll back the open transaction first.'
                : undefined
            }
          />
        )}
        {props.mode !== undefined && (
          <Select
            aria-label="Run mode"
            value={props.mode}
            options={MODE_OPTIONS}
            disabled={props.isTransactionOpen}
            onValueChange={props.onMode}
            className="w-30"
          />
        )}
        <Select
          aria-label="Row limit"
          value={props.rowLimit}
          options={ROW_LIMIT_OPTIONS}
          onValueChange={props.onRowLimit}
          className="w-28"
        />
        <RunMenu
          run={run}
          onRun={props.onRun}
          onCancel={props.onCancel}
          onDescribe={props.onDescribe}
        />
      </div>
    </header>
  )
}

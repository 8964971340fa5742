import { AlignLeft, PanelLeft, Play, Square } from 'lucide-react'
import { RoleMenu } from '../../components/impersonation/role-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Elapsed } from './running-note.tsx'
import type { Run } from './run-store.ts'
import { SaveStatus } from './save-status.tsx'
import type { DocumentSnapshot } from './snippet-document.ts'
import type { RunMode } from './use-transaction.ts'

export const ROW_LIMITS = ['100', '500', '1000', '10000'] as const
export type RowLimit = (typeof ROW_LIMITS)[number]

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
  onRun: () => void
  onRunStatement: () => void
  onCancel: () => void
  onShowList: () => void
}

const LIMIT_OPTIONS = ROW_LIMITS.map((value) => ({
  value,
  label: `${Number(value).toLocaleString('en')} rows`,
}))

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
      <div className="ml-auto flex shrink-0 items-center gap-2">
        <IconButton label="Format" shortcut="Alt+Shift+F" onClick={props.onFormat}>
          <AlignLeft />
        </IconButton>
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
            className="w-32"
          />
        )}
        <Select
          aria-label="Row limit"
          value={props.rowLimit}
          options={LIMIT_OPTIONS}
          onValueChange={props.onRowLimit}
          className="w-28"
        />
        <RunButton run={run} onRun={props.onRun} onCancel={props.onCancel} />
      </div>
    </header>
  )
}

type RunButtonProps = Pick<EditorToolbarProps, 'run' | 'onRun' | 'onCancel'>

/** Keeps the same width when it switches between Run and Cancel. */
function RunButton({ run, onRun, onCancel }: RunButtonProps) {
  if (run?.state === 'running') {
    return (
      <Button onClick={onCancel} disabled={run.isCancelling} className="min-w-24">
        <Square className="size-3 fill-current" /> Cancel <Elapsed since={run.startedAt} />
      </Button>
    )
  }
  return (
    <Button variant="primary" onClick={onRun} className="min-w-24">
      <Play className="size-3 fill-current" /> Run
      <Kbd
        shortcut="Mod+Enter"
        className="opacity-80 max-sm:hidden [&_kbd]:border-transparent [&_kbd]:bg-transparent [&_kbd]:px-0 [&_kbd]:text-current"
      />
    </Button>
  )
}

import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Danger } from './destructive.ts'

type DangerDialogProps = {
  dangers: readonly Danger[]
  onCancel: () => void
  onConfirm: () => void
}

const CONSEQUENCE: Record<Danger['kind'], string> = {
  drop: 'removes an object and its contents',
  truncate: 'removes every row',
  delete_all: 'has no where clause and removes every row',
  update_all: 'has no where clause and changes every row',
}
const SHOWN = 5

/** Asks for confirmation before statements that could destroy more data than intended. */
export function DangerDialog({ dangers, onCancel, onConfirm }: DangerDialogProps) {
  const rest = dangers.length - SHOWN
  return (
    <ConfirmDialog
      visible={dangers.length > 0}
      variant="danger"
      title={
        dangers.length === 1
          ? 'Run a destructive statement?'
          : `Run ${dangers.length} destructive statements?`
      }
      description="This can’t be undone."
      confirmLabel="Run"
      onCancel={onCancel}
      onConfirm={onConfirm}
    >
      <ul className="grid gap-3">
        {dangers.slice(0, SHOWN).map(({ kind, excerpt }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={index} className="grid gap-1">
            <code className="rounded-md bg-sunken px-2 py-1 text-xs break-words">{excerpt}</code>
            <span className="text-xs text-muted">This {CONSEQUENCE[kind]}.</span>
          </li>
        ))}
      </ul>
      {rest > 0 && <p className="text-muted">and {rest} more</p>}
    </ConfirmDialog>
  )
}

import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import type { Concerns } from './concerns.ts'
import { REVERSIBLE, type DangerKind } from './destructive.ts'
import type { OpenTable } from './open-tables.ts'

type ConfirmRunDialogProps = {
  /** Undefined while nothing has to be confirmed. */
  concerns: Concerns | undefined
  onCancel: () => void
  onConfirm: () => void
  /** Runs the text and enables row level security for the tables that it creates. */
  onSecure: () => void
}

const CONSEQUENCE: Record<DangerKind, string> = {
  drop: 'removes an object and its contents',
  truncate: 'removes every row',
  delete_all: 'has no where clause and removes every row',
  update_all: 'has no where clause and changes every row',
  setting: 'changes a setting for all new sessions',
  grant_everyone: 'gives access to everyone who has the publishable key, within row level security',
  disable_security: 'lets every client with access to the table read and change all of its rows',
}
const SHOWN = 5

/**
 * Asks before a text that could destroy more data than intended, or whose new tables every client
 * could read and change.
 */
export function ConfirmRunDialog({
  concerns = NONE,
  onCancel,
  onConfirm,
  onSecure,
}: ConfirmRunDialogProps) {
  const { dangers, openTables } = concerns
  const isOpen = openTables.length > 0
  const isDangerous = dangers.length > 0
  const isFinal = dangers.some(({ kind }) => !REVERSIBLE.has(kind))
  return (
    <ConfirmDialog
      visible={isDangerous || isOpen}
      variant={isDangerous ? 'danger' : 'success'}
      title={isDangerous ? dangerTitle(dangers.length, isFinal) : openTitle(openTables.length)}
      description={isFinal ? 'This can’t be undone.' : undefined}
      confirmLabel={isOpen ? 'Run and enable row level security' : 'Run'}
      {...(isOpen && { alternative: { label: 'Run without', onSelect: onConfirm } })}
      onCancel={onCancel}
      onConfirm={isOpen ? onSecure : onConfirm}
    >
      {isDangerous && <Dangers dangers={dangers} />}
      {isOpen && <OpenTables tables={openTables} />}
    </ConfirmDialog>
  )
}

const NONE: Concerns = { dangers: [], openTables: [] }

function dangerTitle(count: number, isFinal: boolean): string {
  const kind = isFinal ? 'destructive' : 'far-reaching'
  return count === 1 ? `Run a ${kind} statement?` : `Run ${count} ${kind} statements?`
}

const openTitle = (count: number) =>
  count === 1
    ? 'Create a table without row level security?'
    : `Create ${count} tables without row level security?`

function Dangers({ dangers }: Pick<Concerns, 'dangers'>) {
  return (
    <>
      <ul className="grid gap-3">
        {dangers.slice(0, SHOWN).map(({ kind, excerpt, dependents = [] }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
          <li key={index} className="grid gap-1">
            <code className="rounded-md bg-sunken px-2 py-1 text-xs break-words">{excerpt}</code>
            <span className="text-xs text-muted">This {CONSEQUENCE[kind]}.</span>
            {dependents.length > 0 && (
              <span className="text-xs break-words text-muted">
                Also drops {dependents.slice(0, SHOWN).join(', ')}
                {dependents.length > SHOWN && ` and ${dependents.length - SHOWN} more`}.
              </span>
            )}
          </li>
        ))}
      </ul>
      <More count={dangers.length - SHOWN} />
    </>
  )
}

function OpenTables({ tables }: { tables: readonly OpenTable[] }) {
  return (
    <div className="grid gap-2">
      <p>
        Without row level security, anyone with the publishable key can read and change every row of
        these tables. With it, clients see no rows until you add policies.
      </p>
      <ul className="grid gap-1">
        {tables.slice(0, SHOWN).map(({ written }) => (
          <li key={written}>
            <code className="rounded-md bg-sunken px-2 py-1 text-xs break-words">{written}</code>
          </li>
        ))}
      </ul>
      <More count={tables.length - SHOWN} />
    </div>
  )
}

const More = ({ count }: { count: number }) =>
  count > 0 && <p className="text-muted">and {count} more</p>

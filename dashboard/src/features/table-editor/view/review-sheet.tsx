import { useQuery } from '@tanstack/react-query'
import { Minus, Pencil, Plus, Undo2 } from 'lucide-react'
import { useMemo, useSyncExternalStore } from 'react'
import { CellText } from '../../../components/result-grid/cell-text.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useRows } from '../../../data/resources/services/meta/rows.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../../ui/overlays/sheet.tsx'
import { classNames } from '../../../lib/class-names.ts'
import { requestOf, type HeldChange } from '../session/held-changes.ts'
import type { SessionView } from '../session/session-view.ts'

type ReviewSheetProps = { session: SessionView; onClose: () => void }

/** The list is as long as a person can read; the SQL has every change. */
const MOST_LISTED = 200

/** Every collected change with its SQL; each can be taken back. */
export function ReviewSheet({ session, onClose }: ReviewSheetProps) {
  const { review, table, projectRef } = session
  const changes = useSyncExternalStore(review.subscribe, review.changes)
  const progress = useSyncExternalStore(review.subscribe, review.progress)
  const faultId = progress.state === 'failed' ? progress.id : undefined
  const save = async () => {
    await review.save()
    if (review.changes().length === 0) onClose()
  }
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Changes in <span className="font-mono">{table.name}</span>
        </>
      }
      description="They are saved together, in one transaction."
      onClose={onClose}
    >
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        {progress.state === 'failed' && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-xs text-danger-text">
            Nothing was saved. {progress.message}
          </p>
        )}
        {changes.length === 0 && <p className="text-muted">No changes left.</p>}
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
          {changes.slice(0, MOST_LISTED).map((change) => (
            <li
              key={change.id}
              className={classNames(
                'flex items-start gap-2 rounded-md border px-2.5 py-1.5 text-xs',
                change.id === faultId && 'border-danger',
              )}
            >
              <ChangeText change={change} />
              <IconButton
                label="Undo this change"
                size="sm"
                disabled={progress.state === 'saving'}
                onClick={() => review.drop(change.id)}
              >
                <Undo2 className="size-3.5" />
              </IconButton>
            </li>
          ))}
        </ul>
        {changes.length > MOST_LISTED && (
          <p className="text-xs text-muted">
            {(changes.length - MOST_LISTED).toLocaleString('en')} more in the SQL below.
          </p>
        )}
        {changes.length > 0 && (
          <Statements projectRef={projectRef} tableId={table.id} changes={changes} />
        )}
      </SheetBody>
      <SheetFooter>
        <Button
          variant="primary"
          pending={progress.state === 'saving'}
          disabled={changes.length === 0}
          onClick={() => void save()}
        >
          Save changes
        </Button>
        <Button onClick={onClose}>Close</Button>
      </SheetFooter>
    </Sheet>
  )
}

const KINDS = {
  insert: { icon: Plus, title: 'Insert', color: 'text-success-text' },
  update: { icon: Pencil, title: 'Update', color: 'text-accent-text' },
  delete: { icon: Minus, title: 'Delete', color: 'text-danger-text' },
}

function ChangeText({ change }: { change: HeldChange }) {
  const { icon: Icon, title, color } = KINDS[change.kind]
  const key = keyOf(change)
  return (
    <div className="grid min-w-0 flex-1 gap-1">
      <p className={classNames('flex items-center gap-1.5 font-medium', color)}>
        <Icon className="size-3.5 shrink-0" /> {title}
        {key !== undefined && <span className="truncate font-mono text-muted">{key}</span>}
      </p>
      {change.kind === 'update' &&
        [...change.row.cells].map(([column, { from, to }]) => (
          <p key={column} className="min-w-0 font-mono wrap-anywhere">
            <span className="text-muted">{column}: </span>
            <del className="text-muted">
              <CellText value={from} />
            </del>{' '}
            → <CellText value={to} />
          </p>
        ))}
      {change.kind === 'insert' &&
        Object.entries(change.values).map(([column, value]) => (
          <p key={column} className="min-w-0 font-mono wrap-anywhere">
            <span className="text-muted">{column}: </span>
            <CellText value={value} />
          </p>
        ))}
    </div>
  )
}

function keyOf(change: HeldChange): string | undefined {
  if (change.kind === 'insert') return undefined
  const key = change.kind === 'update' ? change.row.key : change.key
  return Object.entries(key)
    .map(([name, value]) => `${name} = ${value ?? 'NULL'}`)
    .join(', ')
}

type StatementsProps = { projectRef: string; tableId: number; changes: readonly HeldChange[] }

/** The SQL of the changes, as the server composes it. */
function Statements({ projectRef, tableId, changes }: StatementsProps) {
  const { preview } = useRows(projectRef, tableId)
  const requests = useMemo(
    () => changes.map((change) => withoutBefore(requestOf(change))),
    [changes],
  )
  const sql = useQuery({
    queryKey: ['row changes', projectRef, tableId, requests],
    queryFn: ({ signal }) => preview(requests, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  if (sql.isError && sql.data === undefined)
    return (
      <QueryError
        title="Could not compose the SQL"
        error={sql.error}
        onRetry={() => void sql.refetch()}
      />
    )
  if (sql.data === undefined) return <Skeleton className="h-16 w-full" />
  return (
    <CodeBlock label="SQL" wrap code={sql.data.map((statement) => `${statement};`).join('\n')} />
  )
}

const withoutBefore = ({ from: _from, ...request }: ReturnType<typeof requestOf>) => request

import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'
import { useSyncExternalStore } from 'react'
import { CellText } from '../../../components/result-grid/cell-text.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'
import { positionOf } from '../session/row-key.ts'
import type { SessionView } from '../session/session-view.ts'

/** Another user changed the row after it was loaded: the user chooses between both versions. */
export function RowConflictDialog({ session }: { session: SessionView }) {
  const pending = useSyncExternalStore(session.edits.subscribe, session.edits.pending)
  const edits = pending.find(({ progress }) => progress.state === 'conflict')
  const { progress } = edits ?? {}
  if (edits === undefined || progress?.state !== 'conflict') return null
  return (
    <ConflictDialog
      session={session}
      description="This row was saved after you loaded it. Your changes are not saved yet."
      theirs={progress.theirs}
      yours={new Map([...edits.cells].map(([column, { to }]) => [column, to]))}
      yoursTitle="Yours"
      keep="Keep mine"
      take="Take theirs"
      onKeep={() => session.edits.keepMine(edits.id)}
      onTake={() => session.edits.discard(edits.id)}
    />
  )
}

type ConflictDialogProps = {
  session: Pick<SessionView, 'table'>
  description: string
  theirs: Row | null
  /** The cells as they would be; undefined if the row would be deleted. */
  yours: ReadonlyMap<string, Cell> | undefined
  yoursTitle: string
  keep: string
  take: string
  onKeep: () => void
  onTake: () => void
}

/** Both versions of a row side by side, of which one has to be chosen. */
export function ConflictDialog({
  session: { table },
  theirs,
  yours,
  ...props
}: ConflictDialogProps) {
  const columns = yours === undefined ? table.columns.map(({ name }) => name) : [...yours.keys()]
  const theirCell = (column: string) => theirs?.cells[positionOf(table, column)] ?? null
  return (
    <Dialog open>
      <DialogContent
        title="Someone else changed this row"
        description={props.description}
        closable={false}
        onEscapeKeyDown={(event) => event.preventDefault()}
        onInteractOutside={(event) => event.preventDefault()}
      >
        <DialogBody>
          <table className="w-full text-left text-xs">
            <thead className="text-muted">
              <tr className="border-b">
                <th className="py-1.5 pr-4 font-normal">Column</th>
                <th className="py-1.5 pr-4 font-normal">Theirs</th>
                <th className="py-1.5 font-normal">{props.yoursTitle}</th>
              </tr>
            </thead>
            <tbody className="font-mono">
              {columns.map((column) => (
                <tr key={column} className="border-b align-top last:border-0">
                  <td className="py-1.5 pr-4">{column}</td>
                  <td className="py-1.5 pr-4 break-all">
                    <CellText value={theirCell(column)} />
                  </td>
                  <td className="py-1.5 break-all">
                    {yours === undefined ? (
                      <span className="text-danger-text">deleted</span>
                    ) : (
                      <CellText value={yours.get(column) ?? null} />
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={props.onKeep}>
            {props.keep}
          </Button>
          <Button onClick={props.onTake}>{props.take}</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

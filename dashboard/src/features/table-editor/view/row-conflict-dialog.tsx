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
    <Dialog open>
      <DialogContent
        title="Someone else changed this row"
        description="This row was saved after you loaded it. Your changes are not saved yet."
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
                <th className="py-1.5 font-normal">Yours</th>
              </tr>
            </thead>
            <tbody className="font-mono">
              {[...edits.cells].map(([column, { to }]) => (
                <tr key={column} className="border-b align-top last:border-0">
                  <td className="py-1.5 pr-4">{column}</td>
                  <td className="py-1.5 pr-4 break-all">
                    <CellText value={theirValue(session, progress.theirs, column)} />
                  </td>
                  <td className="py-1.5 break-all">
                    <CellText value={to} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" onClick={() => session.edits.keepMine(edits.id)}>
            Keep mine
          </Button>
          <Button onClick={() => session.edits.discard(edits.id)}>Take theirs</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

const theirValue = (session: SessionView, theirs: Row | null, column: string) =>
  theirs?.cells[positionOf(session.table, column)] ?? null

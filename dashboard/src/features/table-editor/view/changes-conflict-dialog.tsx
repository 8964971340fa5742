import type { RowChange } from '@stoa/contract/services/meta/row-changes'
import type { Row } from '@stoa/contract/services/meta/rows'
import { useSyncExternalStore } from 'react'
import type { SessionView } from '../session/session-view.ts'
import { ConflictDialog } from './row-conflict-dialog.tsx'

/** Another user changed a row that an undo or a collected change is about. */
export function ChangesConflictDialog({ session }: { session: SessionView }) {
  const { history, review, cache } = session
  const undo = useSyncExternalStore(history.subscribe, history.state).conflict
  const saving = useSyncExternalStore(review.subscribe, review.progress)
  if (undo !== undefined) {
    const verb = undo.way === 'undo' ? 'Undo' : 'Redo'
    return (
      <ConflictDialog
        session={session}
        description={`${verb} of ${undo.label} would overwrite a change that someone else has saved since.`}
        theirs={undo.theirs}
        yours={cellsOf(undo.change)}
        yoursTitle={verb === 'Undo' ? 'After undo' : 'After redo'}
        keep={`${verb} anyway`}
        take="Keep theirs"
        onKeep={() => void history.force()}
        onTake={() => {
          history.drop()
          cache.refresh()
        }}
      />
    )
  }
  if (saving.state !== 'conflict') return null
  return (
    <ConflictDialog
      session={session}
      description="This row was saved after you loaded it. None of your changes is saved yet."
      theirs={saving.theirs}
      yours={cellsOf(saving.change)}
      yoursTitle="Yours"
      keep="Keep mine and save"
      take="Take theirs"
      onKeep={() => void review.keepMine()}
      onTake={() => {
        review.drop(saving.id)
        cache.refresh()
      }}
    />
  )
}

type RowValues = Row['cells'][number]

/** The cells that a change sets; undefined if it deletes the row. */
const cellsOf = (change: RowChange): ReadonlyMap<string, RowValues> | undefined =>
  change.kind === 'delete' ? undefined : new Map(Object.entries(change.values))

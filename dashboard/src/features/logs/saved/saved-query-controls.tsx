import { useImperativeHandle, useState, type Ref } from 'react'
import type { Snippet } from '@stoa/contract/platform/content'
import { Save } from 'lucide-react'
import { ConflictDialog } from '../../../components/documents/conflict-dialog.tsx'
import { RenameDialog } from '../../../components/documents/rename-dialog.tsx'
import { RecordMenu } from '../../../components/list/record-menu.tsx'
import { useLogQueries } from '../../../data/resources/platform/content.ts'
import { useCan } from '../../../data/resources/platform/projects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useLogQueryActions } from './use-log-query-actions.tsx'
import { useSavedQuery } from './use-saved-query.ts'

type SavedQueryControlsProps = {
  projectRef: string
  /** The saved query that the explorer opened with. */
  first: Snippet | undefined
  /** The text of the editor. */
  text: () => string
  /** Shows a text in the editor. */
  onText: (sql: string) => void
  onCreated: (id: string) => void
  onDeleted: () => void
  ref: Ref<{ save: () => void }>
}

/** The name of the open query, and what saves, copies and changes it. */
export function SavedQueryControls({ projectRef, text, ref, ...props }: SavedQueryControlsProps) {
  const canWrite = useCan(projectRef)('content:write')
  const saved = useSavedQuery({ projectRef, first: props.first, onCreated: props.onCreated })
  const { query, conflict } = saved
  const listed = useLogQueries(projectRef).data?.find(({ id }) => id === query?.id)
  const [isNaming, setIsNaming] = useState(false)
  const { actionsOf, dialog } = useLogQueryActions(projectRef, {
    onRenamed: saved.renamed,
    onDeleted() {
      saved.forget()
      props.onDeleted()
    },
  })
  const canSave = canWrite && listed?.can_edit !== false
  const save = () => {
    if (!canWrite || text().trim() === '') return
    if (query && canSave) saved.save(text())
    else setIsNaming(true)
  }
  useImperativeHandle(ref, () => ({ save }))
  const copyName = query ? `${query.name} copy`.slice(0, 200) : ''
  const saveAs = { label: 'Save as a new query', onSelect: () => setIsNaming(true) }
  return (
    <>
      {query && <span className="min-w-0 truncate text-muted">{query.name}</span>}
      {canWrite && (
        <Button busy={saved.isSaving} onClick={save}>
          <Save className="size-3.5" /> {query && !canSave ? 'Save a copy' : 'Save'}
        </Button>
      )}
      {listed && (
        <RecordMenu
          subject={listed.name}
          actions={[...(canWrite ? [saveAs] : []), ...actionsOf(listed)]}
          note={undefined}
        />
      )}
      <RenameDialog
        name={isNaming ? copyName : undefined}
        noun="log query"
        title="Save query"
        submitLabel="Save"
        onClose={() => setIsNaming(false)}
        onRename={(name) => {
          setIsNaming(false)
          void saved.saveAs(name, text())
        }}
      />
      {dialog}
      <ConflictDialog
        noun="log query"
        open={conflict !== undefined}
        mine={() => conflict?.mine ?? ''}
        theirs={conflict?.theirs ?? null}
        onKeepMine={saved.keepMine}
        onTakeTheirs={() => {
          const theirs = saved.takeTheirs()
          if (theirs !== undefined) props.onText(theirs)
        }}
        onClose={saved.decideLater}
      />
    </>
  )
}

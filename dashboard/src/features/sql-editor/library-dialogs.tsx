import { lazy, Suspense } from 'react'
import { useFolders } from '../../data/resources/platform/content-folders.ts'
import { FolderDialogs } from './library/folder-dialogs.tsx'
import type { LibraryDialog } from './library/library-actions.ts'
import { QueryDialogs } from './library/query-dialogs.tsx'
import type { ListedSnippet } from './list-with-drafts.ts'
import { RenameDialog } from '../../components/documents/rename-dialog.tsx'

const VersionsDialog = lazy(async () => ({
  default: (await import('../../components/documents/versions-dialog.tsx')).VersionsDialog,
}))

type LibraryDialogsProps = {
  projectRef: string
  dialog: LibraryDialog | undefined
  snippets: readonly ListedSnippet[]
  canShare: boolean
  onRename: (id: string, name: string) => void
  onMoved: () => void
  onDeleted: (ids: readonly string[]) => void
  /** Saves a query if it is open; false if that failed. */
  saveOpen: (id: string) => Promise<boolean>
  onRestored: (id: string) => void
  onClose: () => void
}

/** The one question or form that is open. */
export function LibraryDialogs({ projectRef, dialog, ...props }: LibraryDialogsProps) {
  const folders = useFolders(projectRef).data ?? []
  const { onClose } = props
  if (!dialog) return null
  if (dialog.kind === 'rename') {
    const { id, name, type } = dialog
    return (
      <RenameDialog
        name={name}
        noun={type === 'notebook' ? type : 'query'}
        onClose={onClose}
        onRename={(next) => props.onRename(id, next)}
      />
    )
  }
  if (dialog.kind === 'versions') {
    const { id, name, can_edit: canEdit } = dialog.snippet
    return (
      <Suspense fallback={null}>
        <VersionsDialog
          projectRef={projectRef}
          snippetId={id}
          name={name}
          canRestore={canEdit}
          saveOpen={() => props.saveOpen(id)}
          onRestored={() => props.onRestored(id)}
          onClose={onClose}
        />
      </Suspense>
    )
  }
  return (
    <>
      <QueryDialogs
        projectRef={projectRef}
        dialog={dialog}
        folders={folders}
        canShare={props.canShare}
        onMoved={props.onMoved}
        onDeleted={props.onDeleted}
        onClose={onClose}
      />
      <FolderDialogs
        projectRef={projectRef}
        dialog={dialog}
        folders={folders}
        snippets={props.snippets}
        onClose={onClose}
      />
    </>
  )
}

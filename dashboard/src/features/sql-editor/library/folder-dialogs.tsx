import {
  useCreateFolder,
  useDeleteFolder,
  useUpdateFolder,
  type SnippetFolder,
} from '../../../data/resources/platform/content-folders.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import { FolderDialog } from './folder-dialog.tsx'
import { placesOf } from './folder-select.tsx'
import type { LibraryDialog } from './library-actions.ts'
import { countInside, foldersInside } from './library-rows.ts'
import { MoveDialog } from './move-dialog.tsx'

type FolderDialogsProps = {
  projectRef: string
  dialog: LibraryDialog
  folders: readonly SnippetFolder[]
  snippets: readonly ListedSnippet[]
  onClose: () => void
}

/** Creates, renames, moves and deletes folders. */
export function FolderDialogs({ projectRef, dialog, ...props }: FolderDialogsProps) {
  const { folders, snippets, onClose } = props
  const create = useCreateFolder(projectRef)
  const update = useUpdateFolder(projectRef)
  const remove = useDeleteFolder(projectRef)
  if (dialog.kind === 'new-folder') {
    const { visibility, folder_id: parent } = dialog.place
    return (
      <FolderDialog
        title={visibility === 'shared' ? 'New shared folder' : 'New folder'}
        submitLabel="Create folder"
        name=""
        {...(visibility === 'shared' && {
          description: 'All members of this project see the folder and the queries in it.',
        })}
        mutation={create}
        onSubmit={(name) =>
          create.mutate({ name, visibility, parent_id: parent }, { onSuccess: onClose })
        }
        onClose={onClose}
      />
    )
  }
  if (dialog.kind === 'rename-folder') {
    const { id, name: before } = dialog.folder
    return (
      <FolderDialog
        title="Rename folder"
        submitLabel="Rename"
        name={before}
        mutation={update}
        onSubmit={(name) => update.mutate({ folder_id: id, name }, { onSuccess: onClose })}
        onClose={onClose}
      />
    )
  }
  if (dialog.kind === 'move-folder') {
    const { id, name, visibility, parent_id: parent } = dialog.folder
    const inside = new Set([id, ...foldersInside(folders, id).map((folder) => folder.id)])
    return (
      <MoveDialog
        title={`Move “${name}”`}
        from={{ visibility, folder_id: parent }}
        options={placesOf(
          folders.filter((folder) => !inside.has(folder.id)),
          [visibility],
        )}
        note={() => undefined}
        pending={update.isPending}
        onMove={(place) =>
          update.mutate({ folder_id: id, parent_id: place.folder_id }, { onSuccess: onClose })
        }
        onClose={onClose}
      />
    )
  }
  if (dialog.kind !== 'delete-folder') return null
  const { folder } = dialog
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Delete the folder “${folder.name}”?`}
      description={describeDeletion(folder, folders, snippets)}
      confirmLabel="Delete"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(folder.id, { onSuccess: onClose })}
    />
  )
}

function describeDeletion(
  folder: SnippetFolder,
  folders: readonly SnippetFolder[],
  snippets: readonly ListedSnippet[],
): string {
  const queries = countInside({ folders, snippets }, folder.id)
  const inside = foldersInside(folders, folder.id).length
  if (queries + inside === 0) return 'The folder is empty.'
  const below = inside === 0 ? '' : ` and ${counted(inside, 'folder')}`
  const whose = folder.visibility === 'shared' ? ' Other members lose them too.' : ''
  return `It contains ${counted(queries, 'query', 'queries')}${below}.${whose} You can restore the queries for 30 days under Recently deleted.`
}

const counted = (count: number, one: string, many = `${one}s`) =>
  `${formatCount(count)} ${count === 1 ? one : many}`

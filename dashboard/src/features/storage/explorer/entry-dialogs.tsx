import type { ObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Entry } from './entries.ts'
import { LinkDialog } from './link-dialog.tsx'
import { NewFolderDialog, RenameDialog } from './name-dialogs.tsx'
import { commonFolder } from './paths.ts'
import { PlaceDialog } from './place-dialog.tsx'
import { RenameFolderDialog } from './rename-folder-dialog.tsx'
import { ZipDialog } from './zip-dialog.tsx'

export type OpenDialog =
  | { readonly kind: 'folder' }
  | { readonly kind: 'sign' | 'rename'; readonly name: string }
  | { readonly kind: 'move' | 'copy' | 'delete' | 'zip'; readonly entries: readonly Entry[] }

type EntryDialogsProps = {
  projectRef: string
  bucket: string
  folder: string
  dialog: OpenDialog
  verbs: ObjectVerbs
  onOpenFolder: (folder: string) => void
  onRenamed: (from: string, to: string) => void
  onFolderRenamed: (from: string, to: string) => void
  /** Called after entries were moved, copied or deleted. */
  onDone: () => void
  onClose: () => void
}

export function EntryDialogs({ dialog, ...props }: EntryDialogsProps) {
  const { bucket, folder, verbs, onClose } = props
  switch (dialog.kind) {
    case 'folder':
      return <NewFolderDialog folder={folder} onOpen={props.onOpenFolder} onClose={onClose} />
    case 'rename':
      return dialog.name.endsWith('/') ? (
        <RenameFolderDialog
          {...{ bucket, verbs, onClose }}
          name={dialog.name}
          onRenamed={props.onFolderRenamed}
        />
      ) : (
        <RenameDialog
          {...{ bucket, verbs, onClose }}
          name={dialog.name}
          onRenamed={props.onRenamed}
        />
      )
    case 'sign':
      return <LinkDialog {...{ verbs, onClose }} name={dialog.name} />
    case 'delete':
      return (
        <DeleteDialog
          {...{ bucket, verbs, onClose }}
          entries={dialog.entries}
          onDone={props.onDone}
        />
      )
    case 'zip':
      return (
        <ZipDialog
          {...{ bucket, verbs, onClose }}
          folder={folderOfAll(dialog.entries)}
          entries={dialog.entries}
        />
      )
    case 'move':
    case 'copy':
      return (
        <PlaceDialog
          {...{ bucket, verbs, onClose }}
          folder={folderOfAll(dialog.entries)}
          projectRef={props.projectRef}
          verb={dialog.kind}
          entries={dialog.entries}
          onDone={props.onDone}
        />
      )
  }
}

/** The entries of a search result can be in different folders. */
const folderOfAll = (entries: readonly Entry[]) => commonFolder(entries.map(({ name }) => name))

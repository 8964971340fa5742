import {
  useDeleteSnippets,
  useMoveSnippets,
  type SnippetPlace,
} from '../../../data/resources/platform/content.ts'
import type { SnippetFolder } from '../../../data/resources/platform/content-folders.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { DeleteQueryDialog } from '../delete-query-dialog.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import { placesOf } from './folder-select.tsx'
import type { LibraryDialog } from './library-actions.ts'
import { MoveDialog } from './move-dialog.tsx'

type QueryDialogsProps = {
  projectRef: string
  dialog: LibraryDialog
  folders: readonly SnippetFolder[]
  canShare: boolean
  /** Queries were moved, shared or made private. */
  onMoved: () => void
  onDeleted: (ids: readonly string[]) => void
  onClose: () => void
}

/** Moves, shares and deletes queries, one or several. */
export function QueryDialogs({
  projectRef,
  dialog,
  folders,
  canShare,
  ...props
}: QueryDialogsProps) {
  const move = useMoveSnippets(projectRef)
  const remove = useDeleteSnippets(projectRef)
  if (dialog.kind !== 'move' && dialog.kind !== 'place' && dialog.kind !== 'delete') return null
  const { snippets } = dialog
  const ids = snippets.map(({ id }) => id)
  const [first] = snippets
  const moveTo = (place: SnippetPlace) =>
    move.mutate({ ids, ...place }, { onSuccess: props.onMoved })
  if (dialog.kind === 'move') {
    const isShareable = canShare && snippets.every(({ is_own: isOwn }) => isOwn)
    const { visibility } = first ?? { visibility: 'private' }
    const places = placesOf(folders, isShareable ? undefined : [visibility])
    return (
      <MoveDialog
        title={`Move ${nameOf(snippets)}`}
        from={commonPlace(snippets)}
        options={places}
        note={(place) =>
          changesTree(snippets, place) ? describePlace(place, snippets) : undefined
        }
        pending={move.isPending}
        onMove={moveTo}
        onClose={props.onClose}
      />
    )
  }
  if (dialog.kind === 'place') {
    const isSharing = dialog.place.visibility === 'shared'
    return (
      <ConfirmDialog
        visible
        title={isSharing ? `Share ${nameOf(snippets)}?` : `Make ${nameOf(snippets)} private?`}
        description={describePlace(dialog.place, snippets)}
        confirmLabel={isSharing ? 'Share' : 'Make private'}
        loading={move.isPending}
        onCancel={props.onClose}
        onConfirm={() => moveTo(dialog.place)}
      />
    )
  }
  if (first && snippets.length === 1) {
    return (
      <DeleteQueryDialog
        projectRef={projectRef}
        query={first}
        isStored={first.isStored}
        isShared={first.visibility === 'shared'}
        onDeleted={(id) => props.onDeleted([id])}
        onClose={props.onClose}
      />
    )
  }
  const shared = snippets.filter(({ visibility }) => visibility === 'shared').length
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Delete ${nameOf(snippets)}?`}
      description={`You can restore them for 30 days under Recently deleted. ${shared > 0 ? `${shared} of them are shared; other members lose them too.` : 'The database is not changed.'}`}
      confirmLabel="Delete"
      loading={remove.isPending}
      onCancel={props.onClose}
      onConfirm={() => remove.mutate(ids, { onSuccess: () => props.onDeleted(ids) })}
    />
  )
}

const nameOf = (snippets: readonly ListedSnippet[]) =>
  snippets.length === 1 ? `“${snippets[0]?.name ?? ''}”` : `${snippets.length} queries`

const changesTree = (snippets: readonly ListedSnippet[], place: SnippetPlace) =>
  snippets.some(({ visibility }) => visibility !== place.visibility)

function describePlace({ visibility }: SnippetPlace, snippets: readonly ListedSnippet[]): string {
  const it = snippets.length === 1 ? 'it' : 'them'
  return visibility === 'shared'
    ? `All members of this project can read and copy ${it}, including earlier versions. Owners, administrators and developers can change, move and delete ${it}.`
    : `Other members of this project can no longer open ${it}. Copies that they made stay with them.`
}

/** The place that all of the queries have; undefined if they are in several. */
function commonPlace(snippets: readonly ListedSnippet[]): SnippetPlace | undefined {
  const [first, ...others] = snippets
  if (!first) return undefined
  const isSame = others.every(
    (other) => other.visibility === first.visibility && other.folder_id === first.folder_id,
  )
  return isSame ? { visibility: first.visibility, folder_id: first.folder_id } : undefined
}

import { DropdownMenuItem, DropdownMenuSeparator } from '../../../ui/menus/dropdown-menu.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import type { LibraryActions } from './library-actions.ts'

type QueryMenuProps = {
  snippet: ListedSnippet
  canShare: boolean
  canWrite: boolean
  actions: LibraryActions
}

/** The actions of a query that the caller can do. */
export function QueryMenu({ snippet, canShare, canWrite, actions }: QueryMenuProps) {
  const canEdit = canWrite && snippet.can_edit
  const canChange = canEdit && snippet.isStored
  const isNotebook = snippet.type === 'notebook'
  const isShared = snippet.visibility === 'shared'
  const place = { visibility: isShared ? 'private' : 'shared', folder_id: null } as const
  return (
    <>
      {canEdit && (
        <DropdownMenuItem onSelect={() => actions.ask({ kind: 'rename', ...snippet })}>
          Rename
        </DropdownMenuItem>
      )}
      {canWrite && (
        <DropdownMenuItem onSelect={() => actions.duplicate(snippet)}>
          {isShared && !snippet.is_own ? 'Copy to private' : 'Duplicate'}
        </DropdownMenuItem>
      )}
      {canWrite && snippet.isStored && (
        <DropdownMenuItem onSelect={() => actions.favorite(snippet)}>
          {snippet.is_favorite ? 'Remove from favorites' : 'Add to favorites'}
        </DropdownMenuItem>
      )}
      {canChange && (
        <DropdownMenuItem onSelect={() => actions.ask({ kind: 'move', snippets: [snippet] })}>
          Move to…
        </DropdownMenuItem>
      )}
      {canChange && canShare && (!isShared || snippet.is_own) && (
        <DropdownMenuItem
          onSelect={() => actions.ask({ kind: 'place', snippets: [snippet], place })}
        >
          {isShared ? 'Make private…' : 'Share with the project…'}
        </DropdownMenuItem>
      )}
      {snippet.isStored && (
        <DropdownMenuItem onSelect={() => actions.ask({ kind: 'versions', snippet })}>
          Versions
        </DropdownMenuItem>
      )}
      {!isNotebook && canWrite && (
        <DropdownMenuItem onSelect={() => actions.openInNotebook(snippet)}>
          Open in a new notebook
        </DropdownMenuItem>
      )}
      <DropdownMenuSeparator />
      {isNotebook && (
        <DropdownMenuItem onSelect={() => actions.download(snippet, 'markdown')}>
          Download Markdown
        </DropdownMenuItem>
      )}
      <DropdownMenuItem onSelect={() => actions.download(snippet, 'sql')}>
        Download SQL
      </DropdownMenuItem>
      {!isNotebook && (
        <DropdownMenuItem onSelect={() => actions.download(snippet, 'migration')}>
          Download as migration
        </DropdownMenuItem>
      )}
      {canEdit && (
        <>
          <DropdownMenuSeparator />
          <DropdownMenuItem
            variant="danger"
            onSelect={() => actions.ask({ kind: 'delete', snippets: [snippet] })}
          >
            Delete
          </DropdownMenuItem>
        </>
      )}
    </>
  )
}

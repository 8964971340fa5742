import { Plus } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../lib/class-names.ts'
import { formatRelative } from '../../lib/dates.ts'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

export type ListedSnippet = { id: string; name: string; updated_at: string; isUnsaved: boolean }

export type SnippetListProps = {
  snippets: readonly ListedSnippet[] | undefined
  failure: string | undefined
  currentId: string | undefined
  canWrite: boolean
  onRetry: () => void
  onOpen: (id: string) => void
  onNew: () => void
  onRename: (snippet: ListedSnippet) => void
  onDuplicate: (snippet: ListedSnippet) => void
  onDelete: (snippet: ListedSnippet) => void
}

/** The user's SQL snippets in this project, last changed first. */
export function SnippetList({ snippets, failure, onNew, onRetry, ...props }: SnippetListProps) {
  const [search, setSearch] = useState('')
  const wanted = search.trim().toLowerCase()
  const found = snippets?.filter(({ name }) => name.toLowerCase().includes(wanted))
  return (
    <nav aria-label="Queries" className="flex min-h-0 flex-1 flex-col">
      <div className="flex items-center gap-2 p-2">
        <SearchInput
          label="Search queries"
          className="flex-1"
          value={search}
          onValueChange={setSearch}
        />
        <Button size="icon" aria-label="New query" title="New query" onClick={onNew}>
          <Plus />
        </Button>
      </div>
      <p className="px-3 pb-2 text-2xs text-muted">Private: only you can see your queries.</p>
      {failure !== undefined && snippets === undefined && (
        <ErrorState className="mx-2" message={failure} onRetry={onRetry} />
      )}
      {snippets === undefined && failure === undefined && <ListSkeleton />}
      {found?.length === 0 && (
        <p className="px-3 py-6 text-center text-xs text-muted">
          {wanted === ''
            ? 'No queries yet. Queries you write appear here.'
            : `No query named “${search}”`}
        </p>
      )}
      <ul className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        {found?.map((snippet) => (
          <Item key={snippet.id} snippet={snippet} {...props} />
        ))}
      </ul>
    </nav>
  )
}

type ItemProps = { snippet: ListedSnippet } & Omit<
  SnippetListProps,
  'snippets' | 'failure' | 'onNew' | 'onRetry'
>

function Item({ snippet, currentId, canWrite, onOpen, ...actions }: ItemProps) {
  const isCurrent = snippet.id === currentId
  return (
    <li className="group relative">
      <button
        type="button"
        onClick={() => onOpen(snippet.id)}
        aria-current={isCurrent ? 'page' : undefined}
        className={classNames(
          'flex h-10 w-full min-w-0 flex-col justify-center rounded-md pr-8 pl-2 text-left transition-colors',
          isCurrent ? 'bg-selected' : 'hover:bg-hover',
        )}
      >
        <span className="w-full truncate leading-4">{snippet.name}</span>
        <span className="w-full truncate text-2xs text-muted">
          {snippet.isUnsaved ? 'Not saved yet' : formatRelative(snippet.updated_at)}
        </span>
      </button>
      <ActionsMenu subject={snippet.name} isQuiet className="absolute top-1.5 right-1">
        <DropdownMenuItem disabled={!canWrite} onSelect={() => actions.onRename(snippet)}>
          Rename
        </DropdownMenuItem>
        <DropdownMenuItem disabled={!canWrite} onSelect={() => actions.onDuplicate(snippet)}>
          Duplicate
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem
          variant="danger"
          disabled={!canWrite}
          onSelect={() => actions.onDelete(snippet)}
        >
          Delete
        </DropdownMenuItem>
      </ActionsMenu>
    </li>
  )
}

function ListSkeleton() {
  return (
    <div className="grid gap-2 px-2" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  )
}

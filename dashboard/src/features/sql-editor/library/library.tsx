import { History, LayoutTemplate, Trash2 } from 'lucide-react'
import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { useState } from 'react'
import { useSnippetSearch } from '../../../data/resources/platform/content.ts'
import { useFolders } from '../../../data/resources/platform/content-folders.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import type { ListedSnippet } from '../list-with-drafts.ts'
import type { LibraryActions, LibraryDialog } from './library-actions.ts'
import { isLibraryOrder, LibraryHeader } from './library-header.tsx'
import { LibraryList } from './library-list.tsx'
import { foundRows, libraryRows, type LibraryOrder } from './library-rows.ts'
import { useLibraryActions } from './use-library-actions.ts'

/** The sheets that the foot of the list opens. */
export type LibrarySheet = 'templates' | 'history' | 'deleted'

type LibraryProps = {
  projectRef: string
  snippets: readonly ListedSnippet[] | undefined
  failure: string | undefined
  currentId: string
  canWrite: boolean
  canShare: boolean
  readText: (id: string) => Promise<string>
  onRetry: () => void
  onOpen: (id: string) => void
  onNew: (type: EditorSnippetType) => void
  onDuplicate: (snippet: ListedSnippet) => void
  onNotebook: (snippet: ListedSnippet) => void
  onAsk: (dialog: LibraryDialog) => void
  onSheet: (sheet: LibrarySheet) => void
}

const isKeys = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((key) => typeof key === 'string')
const NONE: readonly string[] = []

/** The project's queries that the user can read: a search, the trees, and what is kept beside them. */
export function Library({
  projectRef,
  snippets,
  failure,
  canWrite,
  canShare,
  ...props
}: LibraryProps) {
  const [search, setSearch] = useState('')
  const text = useDebounced(search.trim(), 200)
  const found = useSnippetSearch(projectRef, text)
  const folders = useFolders(projectRef).data ?? []
  const [order, setOrder] = useSetting<LibraryOrder>('stoa.sql-order', 'changed', isLibraryOrder)
  const [keys, setKeys] = useSetting(`stoa.sql-folders.${projectRef}`, NONE, isKeys)
  const [selected, setSelected] = useState<ReadonlySet<string>>()
  const all = snippets ?? []
  const select = (id: string) => {
    const next = new Set(selected)
    if (!next.delete(id)) next.add(id)
    setSelected(next)
  }
  const actions: LibraryActions = {
    open: props.onOpen,
    ask: props.onAsk,
    duplicate: props.onDuplicate,
    openInNotebook: props.onNotebook,
    select,
    toggle: (key) =>
      setKeys(keys.includes(key) ? keys.filter((other) => other !== key) : [...keys, key]),
    ...useLibraryActions({
      projectRef,
      snippets: all,
      folders,
      readText: props.readText,
      ask: props.onAsk,
    }),
  }
  const rows =
    search.trim() === ''
      ? libraryRows({ snippets: all, folders, order, toggled: new Set(keys) })
      : foundRows(all, order, { text: search.trim(), matches: found.data?.matches ?? [] })
  const chosen = all.filter(({ id }) => selected?.has(id))
  return (
    <nav aria-label="Queries" className="flex min-h-0 flex-1 flex-col">
      <LibraryHeader
        search={search}
        onSearch={setSearch}
        order={order}
        onOrder={setOrder}
        canWrite={canWrite}
        canShare={canShare}
        onNew={props.onNew}
        onSelect={() => setSelected(new Set())}
        ask={props.onAsk}
      />
      {failure !== undefined && snippets === undefined && (
        <ErrorState className="mx-2" message={failure} onRetry={props.onRetry} />
      )}
      {snippets === undefined && failure === undefined && <ListSkeleton />}
      {snippets && search.trim() !== '' && rows.length === 0 && !found.isFetching && (
        <p className="px-3 py-6 text-center text-xs text-muted">No query contains “{search}”</p>
      )}
      {snippets?.length === 0 && search.trim() === '' && (
        <p className="px-3 py-4 text-center text-xs text-muted">
          No queries yet. Queries and notebooks you write appear here, and only you see them until
          you share them.
        </p>
      )}
      {found.data?.is_complete === false && text !== '' && (
        <p className="px-3 pb-2 text-xs text-muted">
          Searching the SQL took too long, so only names were searched.
        </p>
      )}
      <LibraryList
        rows={snippets ? rows : []}
        currentId={props.currentId}
        canShare={canShare}
        canWrite={canWrite}
        selected={selected}
        actions={actions}
      />
      {selected && (
        <SelectionBar
          chosen={chosen}
          onAsk={(kind) => {
            props.onAsk({ kind, snippets: chosen })
            setSelected(undefined)
          }}
          onCancel={() => setSelected(undefined)}
        />
      )}
      <Foot onSheet={props.onSheet} />
    </nav>
  )
}

type SelectionBarProps = {
  chosen: readonly ListedSnippet[]
  onAsk: (kind: 'move' | 'delete') => void
  onCancel: () => void
}

function SelectionBar({ chosen, onAsk, onCancel }: SelectionBarProps) {
  const [first] = chosen
  const isOneTree = chosen.every(({ visibility }) => visibility === first?.visibility)
  return (
    <div role="toolbar" aria-label="Selected queries" className="grid gap-2 border-t p-2">
      <p className="text-xs text-muted">{chosen.length} selected</p>
      <div className="flex flex-wrap gap-1">
        <Button
          size="sm"
          disabled={!first || !isOneTree}
          title={isOneTree ? undefined : 'Select either private or shared queries'}
          onClick={() => onAsk('move')}
        >
          Move
        </Button>
        <Button size="sm" variant="danger" disabled={!first} onClick={() => onAsk('delete')}>
          Delete
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Clear selection
        </Button>
      </div>
    </div>
  )
}

function Foot({ onSheet }: Pick<LibraryProps, 'onSheet'>) {
  return (
    <div className="grid border-t p-2">
      <FootButton onClick={() => onSheet('templates')}>
        <LayoutTemplate className="size-3.5" /> Templates
      </FootButton>
      <FootButton onClick={() => onSheet('history')}>
        <History className="size-3.5" /> Run history
      </FootButton>
      <FootButton onClick={() => onSheet('deleted')}>
        <Trash2 className="size-3.5" /> Recently deleted
      </FootButton>
    </div>
  )
}

const FootButton = (props: { onClick: () => void; children: React.ReactNode }) => (
  <Button variant="ghost" className="w-full justify-start" {...props} />
)

function ListSkeleton() {
  return (
    <div className="grid gap-2 px-2" aria-busy="true">
      {[0, 1, 2, 3].map((row) => (
        <Skeleton key={row} className="h-8" />
      ))}
    </div>
  )
}

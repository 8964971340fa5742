import { lazy, Suspense, useEffect, useState } from 'react'
import type { CompletionSource } from '../../components/sql-editor/completion-source.ts'
import type { Catalogue } from './concerns.ts'
import type { Snippet, EditorSnippetType } from '@stoa/contract/platform/content'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useSaveSnippet, useStoredSnippet } from '../../data/resources/platform/content.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { DraftStore } from '../../components/documents/drafts.ts'
import { OpenSnippet } from './open-snippet.tsx'
import { nameOfText } from './notebook/name-of-text.ts'
import { keepRowLimit, readRowLimit, type RowLimit } from './row-limit.ts'
import type { RunStore } from './run-store.ts'
import { createSnippetDocument } from '../../components/documents/snippet-document.ts'
import type { SnippetDocument } from '../../components/documents/snippet-document.ts'

const NotebookEditor = lazy(async () => ({
  default: (await import('./notebook/notebook-editor.tsx')).NotebookEditor,
}))

type SnippetLoaderProps = {
  projectRef: string
  snippetId: string
  drafts: DraftStore
  runs: RunStore
  /** Called with the opened document, and with null when it is closed. */
  onOpened: (document: SnippetDocument | null) => void
  completion: CompletionSource & Catalogue
  exposedSchemas: readonly string[]
  isReadOnly: boolean
  onRename: () => void
  onShowList: () => void
  onChanged: () => void
  onNew: () => void
  /** Runs the text as soon as it is open. */
  runsOnOpen: boolean
  onRunStarted: () => void
  /** Copies a shared query that the user cannot change. */
  onDuplicate: () => void
  onType: (type: EditorSnippetType) => void
}

/** Loads a snippet from the server and from its local draft, then opens it. */
export function SnippetLoader({ onNew, ...props }: SnippetLoaderProps) {
  const { projectRef, snippetId, drafts } = props
  // The draft is read only once: saving removes it, which must not reload the snippet.
  const [draft] = useState(() => drafts.read(snippetId))
  const isOnlyLocal = draft?.base_version === 0
  const stored = useStoredSnippet(projectRef, snippetId, { enabled: !isOnlyLocal })
  const type = stored.data?.type ?? draft?.type ?? 'sql'
  // Reports and log queries have pages of their own.
  if (type !== 'sql' && type !== 'notebook')
    return <MissingQuery onNew={onNew} onShowList={props.onShowList} />
  if (isOnlyLocal) return <LoadedSnippet {...props} type={type} stored={null} />
  if (stored.isPending) return <EditorSkeleton />
  // If the server is unavailable, the draft can still be edited.
  if (stored.isError && draft !== undefined)
    return <LoadedSnippet {...props} type={type} stored={null} />
  if (stored.isError) {
    return (
      <div className="min-w-0 flex-1 p-4">
        <ErrorState
          title="Could not load the query"
          message={errorMessage(stored.error)}
          details={errorDetails(stored.error)}
          onRetry={() => void stored.refetch()}
        />
      </div>
    )
  }
  if (stored.data === null && draft === undefined)
    return <MissingQuery onNew={onNew} onShowList={props.onShowList} />
  return <LoadedSnippet {...props} type={type} stored={stored.data} />
}

const MissingQuery = ({ onNew, onShowList }: { onNew: () => void; onShowList: () => void }) => (
  <div className="min-w-0 flex-1 p-4">
    <EmptyState
      title="This query does not exist"
      description="It was deleted, or its author does not share it. Queries deleted in the last 30 days are under Recently deleted."
      action={
        <div className="flex gap-2">
          <Button variant="primary" onClick={onNew}>
            New query
          </Button>
          <Button onClick={onShowList} className="md:hidden">
            Show queries
          </Button>
        </div>
      }
    />
  </div>
)

type LoadedSnippetProps = Omit<SnippetLoaderProps, 'onNew'> & {
  stored: Snippet | null
  type: EditorSnippetType
}

function LoadedSnippet({
  stored,
  projectRef,
  snippetId,
  drafts,
  onOpened,
  onType,
  type,
  ...props
}: LoadedSnippetProps) {
  const save = useSaveSnippet(projectRef)
  const [document] = useState(() =>
    createSnippetDocument({
      id: snippetId,
      type,
      ...(type === 'notebook' && { nameOf: nameOfText }),
      stored,
      drafts,
      save: (change) => save(snippetId, change),
    }),
  )
  const [rowLimit, setRowLimit] = useState(readRowLimit)
  useEffect(() => {
    onOpened(document)
    return () => onOpened(null)
  }, [onOpened, document])
  useEffect(() => onType(type), [onType, type])
  const opened = {
    projectRef,
    document,
    isLocked: stored?.can_edit === false,
    rowLimit,
    onRowLimit(limit: RowLimit) {
      setRowLimit(limit)
      keepRowLimit(limit)
    },
    ...props,
  }
  if (type === 'sql') return <OpenSnippet {...opened} />
  return (
    <Suspense fallback={<EditorSkeleton />}>
      <NotebookEditor {...opened} />
    </Suspense>
  )
}

function EditorSkeleton() {
  return (
    <div className="flex min-w-0 flex-1 flex-col" aria-busy="true">
      <div className="flex h-11 items-center justify-between border-b px-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-7 w-24" />
      </div>
      <div className="grid content-start gap-2.5 py-3.5 pl-12">
        <Skeleton className="h-3 w-64" />
        <Skeleton className="h-3 w-48" />
      </div>
    </div>
  )
}

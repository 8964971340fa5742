import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { forgetLastOpened, keepLastOpened } from '../../data/local/history.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { queryFailure } from '../../data/resources/services/meta/query.ts'
import { useQueryStream } from '../../data/resources/services/meta/query-stream.ts'
import { useSnippets } from '../../data/resources/platform/content.ts'
import { useCatalogue, useForgetCatalogue } from '../../data/resources/services/meta/tables.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { DeleteQueryDialog } from './delete-query-dialog.tsx'
import { createDraftStore } from './drafts.ts'
import { listWithDrafts } from './list-with-drafts.ts'
import { RenameDialog } from './rename-dialog.tsx'
import { createRunStore } from './run-store.ts'
import type { SnippetDocument } from './snippet-document.ts'
import { SnippetList } from './snippet-list.tsx'
import type { ListedSnippet } from './snippet-list.tsx'
import { SnippetLoader } from './snippet-loader.tsx'
import { useExposedSchemas } from '../../data/resources/services/data-api/settings.ts'
import { useSnippetActions } from './use-snippet-actions.ts'
import { randomId } from '../../lib/random-id.ts'
import { pageStorage } from '../../lib/storage.ts'

type SqlPageProps = {
  projectRef: string
  snippetId: string
  onOpen: (id: string) => void
  /** Opens another snippet or a new one. */
  onLeave: () => void
}

/** The SQL editor: the user's snippets on the left, the open one on the right. */
export function SqlPage({ projectRef, snippetId, onOpen, onLeave }: SqlPageProps) {
  const drafts = useMemo(
    () => createDraftStore({ projectRef, storage: pageStorage, now: () => new Date() }),
    [projectRef],
  )
  const runner = useQueryStream(projectRef)
  const [runs] = useState(() =>
    createRunStore({
      ...runner,
      toFailure: queryFailure,
      newId: randomId,
      now: () => Date.now(),
    }),
  )
  const list = useSnippets(projectRef)
  const can = useCan(projectRef)
  const project = useProject(projectRef)
  const completion = useCatalogue(projectRef)
  const exposedSchemas = useExposedSchemas(projectRef)
  const forgetCatalogue = useForgetCatalogue(projectRef)
  const open = useRef<SnippetDocument>(null)
  const setOpen = useCallback((document: SnippetDocument | null) => {
    open.current = document
  }, [])
  const [isListShown, setIsListShown] = useState(false)
  const [renaming, setRenaming] = useState<{ id: string; name: string } | undefined>()
  const [deleting, setDeleting] = useState<ListedSnippet | undefined>()
  const actions = useSnippetActions({
    projectRef,
    drafts,
    openText: (id) => (open.current?.id === id ? open.current.text() : undefined),
    onOpen,
  })
  useTitle('SQL editor', project.data?.name)
  useEffect(() => keepLastOpened(projectRef, 'sql', snippetId), [projectRef, snippetId])

  const rename = (id: string, name: string) => {
    setRenaming(undefined)
    if (open.current?.id === id) open.current.rename(name)
    if (open.current?.id !== id) void actions.rename(id, name)
  }
  const forget = (id: string) => {
    drafts.remove(id)
    forgetLastOpened(projectRef, 'sql', id)
    setDeleting(undefined)
    if (id !== snippetId) return
    open.current?.abandon()
    onLeave()
  }
  const snippetList = (
    <SnippetList
      snippets={list.data === undefined ? undefined : listWithDrafts(list.data, drafts.list())}
      failure={list.error === null ? undefined : errorMessage(list.error)}
      currentId={snippetId}
      canWrite={can('content:write')}
      onRetry={() => void list.refetch()}
      onNew={() => {
        setIsListShown(false)
        actions.create()
      }}
      onOpen={(id) => {
        setIsListShown(false)
        onOpen(id)
      }}
      onRename={setRenaming}
      onDuplicate={(snippet) => void actions.duplicate(snippet)}
      onDelete={setDeleting}
    />
  )
  return (
    <div className="flex size-full min-h-0">
      <aside data-slot="page-list" className="hidden w-60 shrink-0 flex-col border-r md:flex">
        {snippetList}
      </aside>
      <Sheet open={isListShown} side="left" title="Queries" onClose={() => setIsListShown(false)}>
        {snippetList}
      </Sheet>
      <SnippetLoader
        key={snippetId}
        projectRef={projectRef}
        snippetId={snippetId}
        drafts={drafts}
        runs={runs}
        onOpened={setOpen}
        completion={completion}
        exposedSchemas={exposedSchemas}
        isReadOnly={project.isSuccess && !can('database:write')}
        onRename={() => setRenaming({ id: snippetId, name: open.current?.snapshot().name ?? '' })}
        onShowList={() => setIsListShown(true)}
        onChanged={() => void forgetCatalogue()}
        onNew={actions.create}
      />
      <RenameDialog
        name={renaming?.name}
        onClose={() => setRenaming(undefined)}
        onRename={(name) => renaming !== undefined && rename(renaming.id, name)}
      />
      {deleting && (
        <DeleteQueryDialog
          projectRef={projectRef}
          query={deleting}
          isStored={list.data?.some(({ id }) => id === deleting.id) === true}
          onDeleted={forget}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </div>
  )
}

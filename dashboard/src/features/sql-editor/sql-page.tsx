import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { keepLastOpened } from '../../data/local/history.ts'
import { useCan, useProject } from '../../data/resources/platform/projects.ts'
import { useCatalogue, useForgetCatalogue } from '../../data/resources/services/meta/tables.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { LibraryDialogs } from './library-dialogs.tsx'
import { LibrarySheets } from './library-sheets.tsx'
import { Library, type LibrarySheet } from './library/library.tsx'
import type { LibraryDialog } from './library/library-actions.ts'
import { SnippetLoader } from './snippet-loader.tsx'
import { useExposedSchemas } from '../../data/resources/services/data-api/settings.ts'
import { QueryTabs } from './tabs/query-tabs.tsx'
import { useQueries } from './use-queries.ts'
import { useQueryRuns } from './use-query-runs.ts'

type SqlPageProps = {
  projectRef: string
  snippetId: string
  /** Queries and notebooks have different addresses. */
  onOpen: (id: string, type: EditorSnippetType) => void
  /** Called if the address is that of the other type. */
  onType: (type: EditorSnippetType) => void
  /** Opens another snippet or a new one. */
  onLeave: () => void
}

/** The SQL editor: the queries and notebooks on the left, the open one on the right. */
export function SqlPage({ projectRef, snippetId, onOpen, onType, onLeave }: SqlPageProps) {
  const runs = useQueryRuns(projectRef)
  const can = useCan(projectRef)
  const project = useProject(projectRef)
  const completion = useCatalogue(projectRef)
  const exposedSchemas = useExposedSchemas(projectRef)
  const forgetCatalogue = useForgetCatalogue(projectRef)
  const [isListShown, setIsListShown] = useState(false)
  const [dialog, setDialog] = useState<LibraryDialog>()
  const [sheet, setSheet] = useState<LibrarySheet>()
  const [runsOnOpen, setRunsOnOpen] = useState<string>()
  const [reloads, setReloads] = useState(0)
  const show = (id: string, type: EditorSnippetType) => {
    setIsListShown(false)
    onOpen(id, type)
  }
  const queries = useQueries({ projectRef, currentId: snippetId, onOpen: show, onLeave })
  const { list, snippets, open, openById } = queries
  const current = snippets?.find(({ id }) => id === snippetId)
  useTitle('SQL editor', project.data?.name)
  useEffect(() => keepLastOpened(projectRef, 'sql', snippetId), [projectRef, snippetId])

  const library = (
    <Library
      projectRef={projectRef}
      snippets={snippets}
      failure={list.error === null ? undefined : errorMessage(list.error)}
      currentId={snippetId}
      canWrite={can('content:write')}
      canShare={can('content:share')}
      readText={queries.readText}
      onRetry={() => void list.refetch()}
      onNew={queries.create}
      onOpen={openById}
      onDuplicate={(snippet) => void queries.duplicate(snippet)}
      onNotebook={(snippet) => void queries.openInNotebook(snippet)}
      onAsk={setDialog}
      onSheet={setSheet}
    />
  )
  return (
    <div className="flex size-full min-h-0">
      <aside data-slot="page-list" className="hidden w-60 shrink-0 flex-col border-r md:flex">
        {library}
      </aside>
      <Sheet open={isListShown} side="left" title="Queries" onClose={() => setIsListShown(false)}>
        {library}
      </Sheet>
      <div className="flex min-w-0 flex-1 flex-col">
        <QueryTabs
          tabs={queries.tabs}
          currentId={snippetId}
          document={open}
          snippets={snippets}
          onOpen={openById}
          onNew={() => queries.create('sql')}
        />
        <SnippetLoader
          key={`${snippetId} ${reloads}`}
          projectRef={projectRef}
          snippetId={snippetId}
          drafts={queries.drafts}
          runs={runs}
          onOpened={queries.setOpen}
          completion={completion}
          exposedSchemas={exposedSchemas}
          isReadOnly={project.isSuccess && !can('database:write')}
          onRename={() => {
            const name = open?.snapshot().name ?? ''
            if (current?.can_edit !== false)
              setDialog({ kind: 'rename', id: snippetId, name, type: current?.type })
          }}
          onShowList={() => setIsListShown(true)}
          onChanged={() => void forgetCatalogue()}
          onNew={() => queries.create('sql')}
          onType={onType}
          runsOnOpen={runsOnOpen === snippetId}
          onRunStarted={() => setRunsOnOpen(undefined)}
          onDuplicate={() => current && void queries.duplicate(current)}
        />
      </div>
      <LibraryDialogs
        projectRef={projectRef}
        dialog={dialog}
        snippets={snippets ?? []}
        canShare={can('content:share')}
        onRename={(id, name) => {
          setDialog(undefined)
          queries.rename(id, name)
        }}
        onMoved={() => setDialog(undefined)}
        onDeleted={(ids) => {
          setDialog(undefined)
          queries.forget(ids)
        }}
        saveOpen={queries.saveOpen}
        onRestored={(id) => {
          setDialog(undefined)
          // Opens the restored text in place of the one before.
          if (id === snippetId) setReloads(reloads + 1)
        }}
        onClose={() => setDialog(undefined)}
      />
      <LibrarySheets
        projectRef={projectRef}
        sheet={sheet}
        onOpen={openById}
        onCreate={({ name, sql, isRun }) => {
          const id = queries.createWith(name, sql)
          if (isRun) setRunsOnOpen(id)
        }}
        onClose={() => setSheet(undefined)}
      />
    </div>
  )
}

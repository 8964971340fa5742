import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { useMemo, useState } from 'react'
import { LeaveQuestion } from '../../../components/leave-question.tsx'
import { useHasLeft } from '../../../components/list/use-has-left.ts'
import { QueryError } from '../../../components/query-error.tsx'
import {
  useObjectInfo,
  useObjects,
  useObjectSearch,
} from '../../../data/resources/services/storage/objects.ts'
import { useObjectVerbs } from '../../../data/resources/services/storage/verbs.ts'
import { useSettledText } from '../../../lib/use-settled-text.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { Badge } from '../../../ui/display/badge.tsx'
import { PolicyCount } from '../policies/policy-count.tsx'
import { DropZone } from '../upload/drop-zone.tsx'
import { droppedFiles } from '../upload/dropped-files.ts'
import { UploadList, useUploads } from '../upload/upload-list.tsx'
import { isOpen } from '../upload/upload-queue.ts'
import { FolderBreadcrumb } from './breadcrumb.tsx'
import { ColumnView } from './column-view.tsx'
import { entriesOf, objectEntry, type Entry } from './entries.ts'
import { EntryDialogs, type OpenDialog } from './entry-dialogs.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { FoundFiles } from './found-files.tsx'
import type { ExplorerSearch } from './explorer-search.ts'
import { ListLoader } from './list-loader.tsx'
import { ObjectList } from './object-list.tsx'
import { folderOf } from './paths.ts'
import { Preview } from './preview.tsx'
import { NOTHING, within, type Selection } from './selection.ts'
import { Toolbar, type SearchScope } from './toolbar.tsx'
import { useEntryActions } from './use-entry-actions.ts'
import { useMore } from './use-more.ts'
import { useUploadQueue } from './use-upload-queue.ts'
import { useView } from './use-view.ts'

type ExplorerProps = {
  projectRef: string
  bucket: StorageBucket
  endpoints: { api_url: string; host_api_url: string | null }
  canWrite: boolean
  search: ExplorerSearch
  onSearch: (search: ExplorerSearch, options?: { replace?: boolean }) => void
}

export function Explorer({
  projectRef,
  bucket,
  endpoints,
  canWrite,
  search,
  onSearch,
}: ExplorerProps) {
  const { folder = '', file, sort = 'name', order = 'asc', search: settled = '' } = search
  const hasLeft = useHasLeft()
  const { text: typed, setText } = useSettledText(settled, (text) => {
    if (!hasLeft()) onSearch({ ...search, search: text || undefined }, { replace: true })
  })
  const [scope, setScope] = useState<SearchScope>('folder')
  const isSearching = scope === 'bucket' && typed.trim() !== ''
  const searched = isSearching ? settled : ''
  const prefix = folder + (typed === '' || scope === 'bucket' ? '' : settled)
  const objects = useObjects(projectRef, bucket.id, { prefix, sort, order })
  const found = useObjectSearch(projectRef, bucket.id, { text: searched, sort, order })
  const entries = useMemo(
    () =>
      isSearching
        ? (found.data?.objects ?? []).map(objectEntry)
        : entriesOf(objects.data?.pages ?? []),
    [isSearching, found.data, objects.data],
  )
  const [chosen, setChosen] = useState({ folder, selection: NOTHING })
  const selection = useMemo(
    () =>
      within(
        chosen.folder === folder ? chosen.selection : NOTHING,
        entries.map(({ name }) => name),
      ),
    [chosen, folder, entries],
  )
  const setSelection = (next: Selection) => setChosen({ folder, selection: next })
  const [view, setView] = useView()
  const [dialog, setDialog] = useState<OpenDialog>()
  const verbs = useObjectVerbs(projectRef, bucket.id)
  const queue = useUploadQueue(verbs, bucket.id)
  const uploads = useUploads(queue)
  const isUploading = uploads.some(({ state }) => isOpen(state))

  const show = (name: string | undefined) =>
    onSearch({ ...search, file: name }, { replace: file !== undefined })
  const openFolder = (name: string) => {
    setText('')
    onSearch({ sort: search.sort, order: search.order, folder: name === '' ? undefined : name })
  }
  const open = (entry: Entry) =>
    entry.kind === 'folder' ? openFolder(entry.name) : show(entry.name)
  const selected = entries.filter(({ name }) => selection.names.has(name))
  const act = useEntryActions({ verbs, bucket, endpoints, open, onDialog: setDialog })
  const more = useMore(objects)
  const listed = entries.find((entry) => entry.kind === 'object' && entry.name === file)
  // A link can name a file that is not on a loaded page. After a deletion, the query fails but
  // keeps its data.
  const info = useObjectInfo(projectRef, bucket.id, listed ? undefined : file)
  const shown = listed ?? (info.data && !info.error ? objectEntry(info.data) : undefined)

  const reorder = (next: typeof sort) => {
    const isReversed = next === sort && order === 'asc'
    onSearch({ ...search, sort: next, order: isReversed ? 'desc' : undefined }, { replace: true })
  }
  const removeSelected =
    canWrite && selected.length > 0 ? () => act.many('delete', selected) : undefined
  const menuOf = (entry: Entry, isActive: boolean) => (
    <EntryMenu {...{ entry, isActive, canWrite }} isPublic={bucket.public} onAction={act.one} />
  )
  return (
    <DropZone
      isEnabled={canWrite}
      folder={folder || bucket.id}
      onDrop={(dropped) =>
        void droppedFiles(dropped, folder)
          .then(queue.add)
          .catch(() => toast.error('Could not read the dropped files'))
      }
    >
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="flex min-h-12 items-center gap-3 border-b px-4 sm:px-6">
          <FolderBreadcrumb projectRef={projectRef} bucket={bucket.id} folder={folder} />
          {bucket.public && <Badge variant="warning">Public</Badge>}
          <PolicyCount projectRef={projectRef} bucket={bucket} className="ml-auto" />
        </header>
        <Toolbar
          search={typed}
          onSearch={setText}
          scope={scope}
          onScope={setScope}
          isRefreshing={objects.isFetching}
          onRefresh={() => void objects.refetch()}
          selected={selected}
          onClear={() => setSelection(NOTHING)}
          view={view}
          onView={setView}
          onSelected={act.many}
          folder={folder}
          onUpload={canWrite ? queue.add : undefined}
          onNewFolder={() => setDialog({ kind: 'folder' })}
        />
        {isSearching && (
          <FoundFiles
            {...{ found, entries, selection, searched, canWrite }}
            search={typed}
            onSelection={setSelection}
            shown={file}
            order={{ sort, order }}
            onOrder={reorder}
            onOpen={open}
            onClosePreview={() => file !== undefined && show(undefined)}
            onUp={() => setText('')}
            onDelete={removeSelected}
            menuOf={menuOf}
          />
        )}
        {!isSearching && view === 'columns' && (
          <ColumnView
            projectRef={projectRef}
            bucket={bucket.id}
            folder={folder}
            search={typed}
            searched={prefix.slice(folder.length)}
            order={{ sort, order }}
            onOrder={reorder}
            selection={selection}
            onSelection={(at, next) => {
              if (at !== folder) openFolder(at)
              setChosen({ folder: at, selection: next })
            }}
            shown={file}
            onOpenFolder={openFolder}
            onShow={(at, name) =>
              onSearch({
                ...search,
                ...(at !== folder && { search: undefined }),
                folder: at === '' ? undefined : at,
                file: name,
              })
            }
            onDelete={removeSelected}
            canWrite={canWrite}
            menuOf={menuOf}
          />
        )}
        {!isSearching && view === 'list' && (
          <>
            {objects.error && !objects.data && (
              <div className="p-4">
                <QueryError
                  error={objects.error}
                  title="Could not load the files"
                  onRetry={() => void objects.refetch()}
                />
              </div>
            )}
            <ListLoader
              isLoading={objects.isPending}
              isEmpty={objects.data !== undefined && entries.length === 0}
              search={typed}
              folder={folder}
              canWrite={canWrite}
            >
              <ObjectList
                key={prefix}
                label={`Files in ${folder || bucket.id}`}
                entries={entries}
                more={more}
                selection={selection}
                onSelection={setSelection}
                shown={file}
                order={{ sort, order }}
                onOrder={reorder}
                onOpen={open}
                onClosePreview={() => file !== undefined && show(undefined)}
                onUp={() => folder !== '' && openFolder(folderOf(folder))}
                onDelete={removeSelected}
                menuOf={menuOf}
              />
            </ListLoader>
          </>
        )}
        <UploadList queue={queue} projectRef={projectRef} bucket={bucket} />
      </div>
      {shown?.kind === 'object' && (
        <Preview
          key={shown.name}
          projectRef={projectRef}
          bucket={bucket}
          object={shown.object}
          endpoints={endpoints}
          menu={menuOf(shown, true)}
          onDownload={() => act.one('download', shown)}
          onClose={() => show(undefined)}
        />
      )}
      {dialog && (
        <EntryDialogs
          projectRef={projectRef}
          bucket={bucket.id}
          folder={folder}
          dialog={dialog}
          verbs={verbs}
          onOpenFolder={openFolder}
          onRenamed={(from, to) => from === file && show(to)}
          onFolderRenamed={(from, to) =>
            folder.startsWith(from) && openFolder(to + folder.slice(from.length))
          }
          onDone={() => setSelection(NOTHING)}
          onClose={() => setDialog(undefined)}
        />
      )}
      <LeaveQuestion
        description="Some uploads are not finished. Leaving the bucket cancels them."
        shouldAsk={(current, next) => isUploading && current.pathname !== next.pathname}
        shouldAskBeforeUnload={() => isUploading}
        isSaved={!isUploading}
      />
    </DropZone>
  )
}

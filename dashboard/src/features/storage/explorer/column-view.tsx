import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import type { BucketSort, SortOrder } from '../../../data/resources/services/storage/buckets.ts'
import { useObjects } from '../../../data/resources/services/storage/objects.ts'
import { entriesOf, type Entry } from './entries.ts'
import { ListLoader } from './list-loader.tsx'
import { ObjectList } from './object-list.tsx'
import { columnsOf, folderOf } from './paths.ts'
import { NOTHING, type Selection } from './selection.ts'
import { useMore } from './use-more.ts'

type ColumnViewProps = {
  projectRef: string
  bucket: string
  /** The open folder, which is the last column. */
  folder: string
  /** The search text of the open folder, by which its list is filtered. */
  search: string
  searched: string
  order: { sort: BucketSort; order: SortOrder }
  onOrder: (sort: BucketSort) => void
  selection: Selection
  /** Also opens the folder. */
  onSelection: (folder: string, selection: Selection) => void
  /** The file in the preview. */
  shown: string | undefined
  onOpenFolder: (folder: string) => void
  onShow: (folder: string, file: string | undefined) => void
  onDelete: (() => void) | undefined
  canWrite: boolean
  menuOf: (entry: Entry, isActive: boolean) => ReactNode
}

/**
 * The folders of the path side by side. The last column is the open folder; the arrow keys move
 * between columns.
 */
export function ColumnView({ folder, searched, ...props }: ColumnViewProps) {
  const columns = columnsOf(folder)
  // The column that a key opens takes the focus once it is loaded.
  const [focused, setFocused] = useState<string>()
  const openByKey = (next: string) => {
    setFocused(next)
    props.onOpenFolder(next)
  }
  return (
    <div className="flex min-h-0 flex-1 overflow-x-auto">
      {columns.map((prefix, index) => (
        <FolderColumn
          key={prefix}
          {...props}
          folder={prefix}
          searched={index === columns.length - 1 ? searched : ''}
          child={columns[index + 1]}
          takesFocus={prefix === focused}
          onFocused={() => setFocused(undefined)}
          onOpenByKey={openByKey}
        />
      ))}
    </div>
  )
}

type FolderColumnProps = Omit<ColumnViewProps, 'onDelete'> & {
  onDelete: (() => void) | undefined
  /** The folder of the next column; absent for the last column. */
  child: string | undefined
  takesFocus: boolean
  onFocused: () => void
  onOpenByKey: (folder: string) => void
}

function FolderColumn({ projectRef, bucket, folder, searched, ...props }: FolderColumnProps) {
  const { sort, order } = props.order
  const objects = useObjects(projectRef, bucket, { prefix: folder + searched, sort, order })
  const entries = useMemo(() => entriesOf(objects.data?.pages ?? []), [objects.data])
  const more = useMore(objects)
  const column = useRef<HTMLDivElement>(null)
  const isLast = props.child === undefined
  const isLoaded = objects.data !== undefined
  const { takesFocus, onFocused } = props
  useEffect(() => {
    if (!takesFocus || !isLoaded) return
    const list = column.current?.querySelector<HTMLElement>('[role=grid]')
    ;(list ?? column.current)?.focus()
    onFocused()
  }, [takesFocus, isLoaded, onFocused])
  useEffect(() => {
    if (isLast) scrollToEnd(column.current?.parentElement)
  }, [isLast])
  const up = () => folder !== '' && props.onOpenByKey(folderOf(folder))
  const open = (entry: Entry) =>
    entry.kind === 'folder' ? props.onOpenFolder(entry.name) : props.onShow(folder, entry.name)
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- an empty column has the focus itself
    <div
      ref={column}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget) return
        if (event.key === 'ArrowLeft' || event.key === 'Backspace') up()
      }}
      className="flex w-64 shrink-0 max-sm:w-full flex-col border-r outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 focus-visible:outline-focus"
    >
      {objects.error && !objects.data && (
        <div className="p-3">
          <QueryError
            error={objects.error}
            title="Could not load the files"
            onRetry={() => void objects.refetch()}
          />
        </div>
      )}
      <ListLoader
        isLoading={objects.isPending}
        isEmpty={isLoaded && entries.length === 0}
        search={isLast ? props.search : ''}
        folder={folder}
        canWrite={props.canWrite}
      >
        <ObjectList
          key={folder + searched}
          label={`Files in ${folder || bucket}`}
          entries={entries}
          more={more}
          selection={isLast ? props.selection : NOTHING}
          onSelection={(next) => props.onSelection(folder, next)}
          shown={props.child ?? props.shown}
          order={props.order}
          onOrder={props.onOrder}
          onOpen={open}
          onClosePreview={() => props.shown !== undefined && props.onShow(folder, undefined)}
          onUp={up}
          onLeft={up}
          onRight={(entry) =>
            entry.kind === 'folder' ? props.onOpenByKey(entry.name) : open(entry)
          }
          onDelete={isLast ? props.onDelete : undefined}
          menuOf={props.menuOf}
        />
      </ListLoader>
    </div>
  )
}

function scrollToEnd(area: HTMLElement | null | undefined) {
  if (area) area.scrollLeft = area.scrollWidth
}

import type { ReactNode } from 'react'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'

type ListLoaderProps = {
  isLoading: boolean
  isEmpty: boolean
  search: string
  folder: string
  /** Whether the search is for a part of a name in the whole bucket. */
  isWholeBucket?: boolean
  canWrite: boolean
  /** The list. */
  children: ReactNode
}

/** Replaces the list while it loads and when it is empty. */
export function ListLoader({
  isLoading,
  isEmpty,
  search,
  folder,
  isWholeBucket = false,
  canWrite,
  children,
}: ListLoaderProps) {
  if (isLoading) {
    return (
      <div className="grid flex-1 content-start gap-2 p-4">
        {Array.from({ length: 8 }, (_, index) => (
          <Skeleton key={index} className="h-6" />
        ))}
      </div>
    )
  }
  if (!isEmpty) return children
  return (
    <div className="flex-1 p-4">
      {search === '' ? (
        <EmptyState
          title={folder === '' ? 'No files yet' : 'No files in this folder'}
          description={
            canWrite
              ? 'Drop files and folders here, or choose them with Upload.'
              : 'Files that users, apps, and members upload appear here.'
          }
        />
      ) : (
        <EmptyState
          title="No results"
          description={
            isWholeBucket
              ? `No path in this bucket contains “${search}”.`
              : `No name in this folder begins with “${search}”.`
          }
        />
      )}
    </div>
  )
}

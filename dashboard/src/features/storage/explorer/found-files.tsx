import { MAX_FOUND_OBJECTS } from '@stoa/contract/services/storage/members'
import type { ComponentProps } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import type { useObjectSearch } from '../../../data/resources/services/storage/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ListLoader } from './list-loader.tsx'
import { ObjectList } from './object-list.tsx'

type FoundFilesProps = Omit<ComponentProps<typeof ObjectList>, 'label' | 'more' | 'hasFolders'> & {
  /** The typed text, and the part of it that was searched for. */
  search: string
  searched: string
  found: ReturnType<typeof useObjectSearch>
  canWrite: boolean
}

const NO_MORE = { hasMore: false, load: () => {}, retry: undefined }

/** The files of the whole bucket that a search found. */
export function FoundFiles({ search, searched, found, canWrite, ...list }: FoundFilesProps) {
  const { data, error, refetch } = found
  if (error) {
    return (
      <div className="p-4">
        <QueryError
          error={error}
          title="Could not search the bucket"
          onRetry={() => void refetch()}
        />
      </div>
    )
  }
  return (
    <>
      <ListLoader
        isLoading={!data}
        isEmpty={data?.objects.length === 0}
        search={search}
        isWholeBucket
        folder=""
        canWrite={canWrite}
      >
        <ObjectList key={searched} {...list} label="Found files" more={NO_MORE} hasFolders />
      </ListLoader>
      {data?.has_more && (
        <p className="shrink-0 border-t px-4 py-2 text-xs text-muted sm:px-6">
          Showing the first {formatCount(MAX_FOUND_OBJECTS)} files. Type more of the path.
        </p>
      )}
    </>
  )
}

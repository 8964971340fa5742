import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useFileSources } from '../../data/resources/integrations/file-sources.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FileDetails } from './file-details.tsx'
import { EditFileSheet } from './file-sheets.tsx'
import { FileTable, type FileAction } from './file-table.tsx'

type FilesProps = { projectRef: string; canWrite: boolean; onNew: () => void }

/** The files that are loaded into tables. */
export function Files({ projectRef, canWrite, onNew }: FilesProps) {
  const { data, error, refetch } = useFileSources(projectRef)
  const [chosen, setChosen] = useState<{ readonly action: FileAction; readonly id: string }>()
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the files" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0) {
    return (
      <EmptyState
        title="No files yet"
        description="Load a CSV, JSON, or Parquet file into a table, and refresh it on a schedule."
        action={canWrite && <Button onClick={onNew}>Import file</Button>}
      />
    )
  }
  const source = data.find(({ id }) => id === chosen?.id)
  const close = () => setChosen(undefined)
  return (
    <>
      <FileTable
        sources={data}
        canWrite={canWrite}
        onAction={(action, { id }) => setChosen({ action, id })}
      />
      {source && chosen?.action === 'details' && (
        <FileDetails
          {...{ projectRef, source, canWrite }}
          onAction={(action) => setChosen({ action, id: source.id })}
          onClose={close}
        />
      )}
      {source && chosen?.action === 'edit' && (
        <EditFileSheet {...{ projectRef, source }} onClose={close} />
      )}
      {source && chosen?.action === 'delete' && (
        <DeleteFileDialog {...{ projectRef, source }} onClose={close} />
      )}
    </>
  )
}

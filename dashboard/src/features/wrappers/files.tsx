import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useFileSources } from '../../data/resources/services/wrappers/files.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FileDetails } from './file-details.tsx'
import { EditFileSheet } from './file-sheets.tsx'
import { FileTable, type FileAction } from './file-table.tsx'

type FilesProps = { projectRef: string; canWrite: boolean; onNew: () => void }

/** The files that are loaded into tables. */
export function Files({ projectRef, canWrite, onNew }: FilesProps) {
  const files = useFileSources(projectRef)
  const [chosen, setChosen] = useState<{ readonly action: FileAction; readonly id: string }>()
  const source = files.data?.find(({ id }) => id === chosen?.id)
  const close = () => setChosen(undefined)
  return (
    <>
      <QueryList
        label="files"
        query={files}
        empty={{
          title: 'No files yet',
          description:
            'Load a CSV, JSON, or Parquet file into a table, and refresh it on a schedule.',
          action: canWrite && <Button onClick={onNew}>Import file</Button>,
        }}
      >
        {(sources) => (
          <FileTable
            sources={sources}
            canWrite={canWrite}
            onAction={(action, { id }) => setChosen({ action, id })}
          />
        )}
      </QueryList>
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

import type { FileSource } from '@stoa/contract/services/wrappers/files'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { useFileSources } from '../../data/resources/services/wrappers/files.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { DeleteFileDialog } from './delete-file-dialog.tsx'
import { FileDetails } from './file-details.tsx'
import { EditFileSheet } from './file-sheets.tsx'
import { FileTable, type FileAction } from './file-table.tsx'

type FilesProps = { projectRef: string; canWrite: boolean; onNew: () => void }

/** The panels of a file in the URL. */
const FILE_PANELS = ['file', 'edit-file'] as const

/** The files that are loaded into tables. */
export function Files({ projectRef, canWrite, onNew }: FilesProps) {
  const files = useFileSources(projectRef)
  const { panel, open, close } = useOpenPanel(FILE_PANELS)
  const [deleted, setDeleted] = useState<FileSource>()
  const source = files.data?.find(({ id }) => id === panel?.id)
  const act = (action: FileAction, of: FileSource) =>
    action === 'delete' ? setDeleted(of) : open(action === 'edit' ? 'edit-file' : 'file', of.id)
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
        {(sources) => <FileTable sources={sources} canWrite={canWrite} onAction={act} />}
      </QueryList>
      {source && panel?.kind === 'file' && (
        <FileDetails
          {...{ projectRef, source, canWrite }}
          onAction={(action) => act(action, source)}
          onClose={close}
        />
      )}
      {source && canWrite && panel?.kind === 'edit-file' && (
        <EditFileSheet {...{ projectRef, source }} onClose={close} />
      )}
      {deleted && (
        <DeleteFileDialog
          projectRef={projectRef}
          source={deleted}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

import type { ResultFormat } from '@stoa/contract/services/meta/query-stream'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { chooseSaveTarget } from '../../data/client/save-target.ts'
import { useResultExport } from '../../data/resources/services/meta/query-stream.ts'
import { downloadBlob, safeFileName } from '../../lib/download-blob.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../ui/overlays/dialog.tsx'
import type { RunRequest } from './run-store.ts'

export const RESULT_FORMATS: Record<ResultFormat, { label: string; type: string }> = {
  csv: { label: 'CSV', type: 'text/csv' },
  json: { label: 'JSON', type: 'application/json' },
  ndjson: { label: 'NDJSON', type: 'application/x-ndjson' },
  xlsx: {
    label: 'XLSX',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  parquet: { label: 'Parquet', type: 'application/vnd.apache.parquet' },
}

type ExportDialogProps = {
  projectRef: string
  name: string
  request: RunRequest
  statement: number
  format: ResultFormat
  onClose: () => void
}

/** Downloads every row of a result whose first rows are shown. */
export function ExportDialog({
  projectRef,
  name,
  request,
  statement,
  ...props
}: ExportDialogProps) {
  const { format, onClose } = props
  const { label, type } = RESULT_FORMATS[format]
  const [transfer, setTransfer] = useState<{ controller: AbortController; bytes: number }>()
  const [failure, setFailure] = useState<string | undefined>()
  const { save } = useResultExport(projectRef)
  const controller = transfer?.controller
  useEffect(() => () => controller?.abort(), [controller])
  const download = async () => {
    const fileName = safeFileName(`${name}.${format}`)
    const started = new AbortController()
    setFailure(undefined)
    try {
      const kind = { description: `${label} file`, type, ending: `.${format}` }
      const target = await chooseSaveTarget(fileName, kind)
      setTransfer({ controller: started, bytes: 0 })
      const { sql, impersonate, parameters } = request
      const content = await save(
        { sql, statement, format, impersonate, parameters },
        {
          target,
          signal: started.signal,
          onProgress: (bytes) => setTransfer({ controller: started, bytes }),
        },
      )
      if (content) downloadBlob({ content, fileName })
      toast.success(`${fileName} downloaded`)
      onClose()
    } catch (error) {
      setTransfer(undefined)
      // The user closed the browser's dialog or canceled the export.
      const isAbort = error instanceof Error && error.name === 'AbortError'
      if (!isAbort && !started.signal.aborted) setFailure(errorMessage(error))
    }
  }
  const isRunning = transfer !== undefined
  return (
    <Dialog open onOpenChange={(open) => !open && !isRunning && onClose()}>
      <DialogContent size="sm" title={`Export the whole result as ${label}`}>
        <DialogBody className="grid gap-4">
          <p>
            The query runs again in a read-only transaction, and the file gets all of its rows. They
            can differ from the rows shown if the data has changed.
          </p>
          {format === 'xlsx' && (
            <p className="text-xs text-muted">
              A sheet can have 1,048,575 rows and 32,767 characters per cell. The export of a larger
              result breaks off.
            </p>
          )}
          {transfer && (
            <output className="flex items-center gap-2 text-muted tabular-nums">
              <Spinner /> {formatBytes(transfer.bytes)} received
            </output>
          )}
          {failure !== undefined && (
            <p role="alert" className="text-danger-text">
              Could not export the result. {failure}
            </p>
          )}
        </DialogBody>
        <DialogFooter>
          <Button variant="primary" pending={isRunning} onClick={() => void download()}>
            Export
          </Button>
          <Button onClick={() => (transfer ? transfer.controller.abort() : onClose())}>
            {isRunning ? 'Cancel export' : 'Cancel'}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

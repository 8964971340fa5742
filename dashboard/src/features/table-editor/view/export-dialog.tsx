import type { ExportFormat } from '@stoa/contract/services/meta/row-export'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { chooseSaveTarget } from '../../../data/client/save-target.ts'
import { useExportRows } from '../../../data/resources/services/meta/row-export.ts'
import { downloadBlob, safeFileName } from '../../../lib/download-blob.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'
import { NO_CONDITIONS } from '../session/conditions.ts'
import type { SessionView, ViewState } from '../session/session-view.ts'

type ExportDialogProps = {
  session: SessionView
  view: ViewState
  /** The columns that are shown, in the order of the grid. */
  columns: readonly string[]
  onClose: () => void
}

type FileFormat = Extract<ExportFormat, 'csv' | 'json' | 'ndjson' | 'sql' | 'xlsx' | 'parquet'>

const FORMATS: Record<FileFormat, { label: string; description: string; type: string }> = {
  csv: { label: 'CSV', description: 'for spreadsheets and COPY', type: 'text/csv' },
  json: { label: 'JSON', description: 'an array of objects', type: 'application/json' },
  ndjson: { label: 'NDJSON', description: 'one object per line', type: 'application/x-ndjson' },
  sql: { label: 'SQL', description: 'insert statements', type: 'application/sql' },
  xlsx: {
    label: 'XLSX',
    description: 'for Excel and other spreadsheets, at most 1,048,575 rows',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  parquet: {
    label: 'Parquet',
    description: 'for DuckDB, pandas and data warehouses',
    type: 'application/vnd.apache.parquet',
  },
}

type Rows = 'selected' | 'view' | 'all'
type Columns = 'all' | 'shown'

/** Downloads rows as a file, which the server writes while the browser receives it. */
export function ExportDialog({ session, view, columns, onClose }: ExportDialogProps) {
  const { table, chosen } = session
  const [selected] = useState(() => [...chosen.all().values()])
  const hasFilters = view.filters.length > 0
  const [format, setFormat] = useState<FileFormat>('csv')
  const [rows, setRows] = useState<Rows>(selected.length > 0 ? 'selected' : 'view')
  const [which, setWhich] = useState<Columns>('all')
  const [transfer, setTransfer] = useState<{ controller: AbortController; bytes: number }>()
  const [failure, setFailure] = useState<string | undefined>()
  const { save } = useExportRows(session.projectRef, table.id)
  const controller = transfer?.controller
  useEffect(() => () => controller?.abort(), [controller])
  const download = async () => {
    const fileName = safeFileName(`${table.name}.${format}`)
    const { label, type } = FORMATS[format]
    const started = new AbortController()
    setFailure(undefined)
    try {
      const kind = { description: `${label} file`, type, ending: `.${format}` }
      const target = await chooseSaveTarget(fileName, kind)
      setTransfer({ controller: started, bytes: 0 })
      const request = {
        format,
        ...(rows === 'view' ? view : NO_CONDITIONS),
        sorts: view.sorts,
        columns: which === 'shown' ? columns : undefined,
        keys: rows === 'selected' ? selected : undefined,
      }
      const content = await save(request, {
        target,
        signal: started.signal,
        onProgress: (bytes) => setTransfer({ controller: started, bytes }),
      })
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
      <DialogContent size="md" title={`Export rows of ${table.name}`}>
        <DialogBody className="grid gap-4">
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                value={format}
                disabled={isRunning}
                options={Object.entries(FORMATS).map(([value, { label, description }]) => ({
                  value: value as FileFormat,
                  label,
                  description,
                }))}
                onValueChange={setFormat}
              />
            )}
          </Field>
          {(hasFilters || selected.length > 0) && (
            <Field label="Rows">
              {(control) => (
                <Select
                  {...control}
                  value={rows}
                  disabled={isRunning}
                  options={rowOptions(selected.length, hasFilters)}
                  onValueChange={setRows}
                />
              )}
            </Field>
          )}
          {columns.length < table.columns.length && (
            <Field label="Columns">
              {(control) => (
                <Select
                  {...control}
                  value={which}
                  disabled={isRunning}
                  options={[
                    { value: 'all', label: 'All columns' },
                    { value: 'shown', label: `${formatCount(columns.length)} visible columns` },
                  ]}
                  onValueChange={setWhich}
                />
              )}
            </Field>
          )}
          {transfer && (
            <output className="flex items-center gap-2 text-muted tabular-nums">
              <Spinner /> {formatBytes(transfer.bytes)} received
            </output>
          )}
          {failure !== undefined && (
            <p role="alert" className="text-danger-text">
              Could not export the rows. {failure}
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

function rowOptions(selected: number, hasFilters: boolean): { value: Rows; label: string }[] {
  return [
    ...(selected > 0
      ? [
          {
            value: 'selected' as const,
            label: `${formatCount(selected)} selected ${selected === 1 ? 'row' : 'rows'}`,
          },
        ]
      : []),
    { value: 'view', label: hasFilters ? 'Rows that match the filters' : 'All rows' },
    ...(hasFilters ? [{ value: 'all' as const, label: 'All rows' }] : []),
  ]
}

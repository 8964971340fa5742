import { PREVIEW_BYTES } from '@stoa/contract/services/imports/limits'
import { useId, useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import {
  useImportPreview,
  type ImportPreview,
} from '../../data/resources/services/imports/imports.ts'
import { useTable } from '../../data/resources/services/meta/tables.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ExistingTableForm } from './existing-table-form.tsx'
import { NewTableForm } from './new-table-form.tsx'
import { FormatFields } from '../../components/table-files/format-fields.tsx'
import { PreviewRows } from '../../components/table-files/preview-rows.tsx'
import { TableField } from './table-field.tsx'

type ImportSetupProps = {
  projectRef: string
  file: File
  tableId: number | undefined
  onTable: (tableId: number | undefined) => void
  onClose: () => void
}

/** All of these files is needed to read a part of them. */
const WHOLE = /\.(?:xlsx|parquet)$/i

/** The choices for a file: its format, and the table that it is imported into. */
export function ImportSetup({ projectRef, file, tableId, onTable, onClose }: ImportSetupProps) {
  const [format, setFormat] = useState<ImportPreview['format']>()
  const [isNew, setIsNew] = useState(tableId === undefined)
  const id = useId()
  const isPartial = file.size > PREVIEW_BYTES && !WHOLE.test(file.name)
  const body = isPartial ? file.slice(0, PREVIEW_BYTES) : file
  const preview = useImportPreview(
    projectRef,
    { name: file.name, body, isPartial, format },
    `${id}${file.name}${file.lastModified}`,
  )
  const table = useTable(projectRef, isNew ? undefined : tableId)
  const shown = preview.data
  // The columns depend on the format, so the forms begin again with another one.
  const formKey = shown && JSON.stringify([shown.format, shown.columns.length])
  const setup = { projectRef, file, onStarted: onClose, onCancel: onClose }
  return (
    <div>
      <Section
        title={file.name}
        description={`${formatBytes(file.size)}. Check the format if the rows look wrong.`}
      >
        {shown && (
          <FormatFields settles format={shown.format} sheets={shown.sheets} onChange={setFormat} />
        )}
        {preview.isPending && <Skeleton className="h-48" />}
        {preview.error && (
          <QueryError
            error={preview.error}
            title="Could not read the file"
            onRetry={() => void preview.refetch()}
          />
        )}
        {shown && !preview.error && (
          <>
            <PreviewRows columns={shown.columns} rows={shown.rows} />
            {shown.problem && (
              <Callout type="caution" title="A row is not valid">
                {shown.problem} Correct the file, or skip bad rows below.
              </Callout>
            )}
          </>
        )}
        {!shown && (
          <Button className="justify-self-start" onClick={onClose}>
            Choose another file
          </Button>
        )}
      </Section>
      {shown && !preview.error && (
        <>
          <Section title="Destination" description="Create a table, or add rows to one.">
            <SegmentedControl
              aria-label="Destination"
              className="justify-self-start"
              value={isNew ? 'new' : 'existing'}
              options={[
                { value: 'new', label: 'New table' },
                { value: 'existing', label: 'Existing table' },
              ]}
              onValueChange={(value) => setIsNew(value === 'new')}
            />
            {!isNew && <TableField {...{ projectRef, tableId, onTable }} table={table.data} />}
          </Section>
          {isNew && <NewTableForm key={formKey} {...setup} preview={shown} />}
          {!isNew && table.data && (
            <ExistingTableForm
              key={`${formKey}${table.data.id}`}
              {...setup}
              preview={shown}
              table={table.data}
            />
          )}
        </>
      )}
    </div>
  )
}

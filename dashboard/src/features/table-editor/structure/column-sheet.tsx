import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ColumnSettings } from '@stoa/contract/services/meta/column-settings'
import { ReplacedColumn } from '@stoa/contract/services/meta/ddl'
import { useState } from 'react'
import { ConflictDialog } from '../../../components/form/conflict-dialog.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { useColumnSettings } from '../../../data/resources/services/meta/column-settings.ts'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import {
  useAddColumn,
  useUpdateColumn,
  type ColumnChange,
} from '../../../data/resources/services/meta/tables.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Button } from '../../../ui/buttons/button.tsx'
import { Sheet, SheetBody, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { changedColumn, draftOf, newColumn, NEW_COLUMN } from './column-draft.ts'
import { BackfillSheet } from './backfills/backfill-sheet.tsx'
import { ColumnFields } from './column-fields.tsx'
import { useTypeOptions } from './use-type-options.ts'

type ColumnSheetProps = {
  projectRef: string
  table: TableDetail
  /** The column to edit; undefined for a new one. */
  column: Column | undefined
  onClose: () => void
}

/** A form that adds a column to a table or edits one. */
export function ColumnSheet({ column, ...props }: ColumnSheetProps) {
  const [isFilling, setIsFilling] = useState(false)
  if (isFilling && column)
    return (
      <BackfillSheet
        projectRef={props.projectRef}
        table={props.table}
        first={{ column: column.name, setNotNull: true }}
        onClose={props.onClose}
      />
    )
  return (
    <Sheet
      open
      size="lg"
      title={
        column === undefined ? `Add column to ${props.table.name}` : `Edit column ${column.name}`
      }
      onClose={props.onClose}
    >
      {column === undefined ? (
        <NewColumn {...props} />
      ) : (
        <EditColumn {...props} column={column} onBackfill={() => setIsFilling(true)} />
      )}
    </Sheet>
  )
}

type FormProps = Omit<ColumnSheetProps, 'column'>

function NewColumn({ projectRef, table, onClose }: FormProps) {
  const { values, body, problems, isDirty, change, state } = useForm({
    values: newColumn(0),
    schema: NEW_COLUMN,
    mutation: useAddColumn(projectRef, table.id),
    onSuccess: onClose,
  })
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel="Add column"
      {...state}
      canSubmit={isDirty}
      onCancel={onClose}
    >
      <ColumnFields
        projectRef={projectRef}
        draft={values}
        problems={problems}
        types={useTypeOptions(projectRef)}
        onChange={change}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={isDirty && body ? { kind: 'add_column', id: table.id, column: body } : undefined}
      />
    </SheetForm>
  )
}

type EditProps = FormProps & { column: Column; onBackfill: () => void }

function EditColumn(props: EditProps) {
  const settings = useColumnSettings(props.projectRef, props.table.id, props.column.position)
  if (settings.error)
    return (
      <SheetBody>
        <QueryError
          title="Could not load the column"
          error={settings.error}
          onRetry={() => void settings.refetch()}
        />
      </SheetBody>
    )
  if (settings.data === undefined)
    return (
      <SheetBody className="grid content-start gap-4">
        <Skeleton className="h-13" />
        <Skeleton className="h-13" />
      </SheetBody>
    )
  return <EditForm {...props} settings={settings.data} />
}

function EditForm({
  projectRef,
  table,
  column,
  settings,
  onBackfill,
  onClose,
}: EditProps & { settings: ColumnSettings }) {
  const update = useUpdateColumn(projectRef, table.id)
  const { position } = column
  const first = draftOf(column, settings)
  const { values, body, problems, isDirty, change, state, conflict } = useForm({
    kind: 'record',
    values: first,
    schema: changedColumn(first),
    mutation: {
      ...update,
      mutate: (changed: ColumnChange, callbacks) =>
        update.mutate({ position, body: changed }, callbacks),
    },
    guard: { schema: ReplacedColumn, record: column },
    onSuccess: onClose,
  })
  return (
    <>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
        submitLabel="Save changes"
        {...state}
        canSubmit={isDirty}
        onCancel={onClose}
      >
        <ColumnFields
          projectRef={projectRef}
          draft={values}
          problems={problems}
          types={useTypeOptions(projectRef)}
          before={first}
          onChange={change}
        />
        {first.isNullable && !values.isNullable && <BackfillNote onBackfill={onBackfill} />}
        <DefinitionPreview
          projectRef={projectRef}
          missing="Change a field to preview the SQL."
          change={
            isDirty && body
              ? { kind: 'update_column', id: table.id, position, change: body }
              : undefined
          }
        />
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}

/** NOT NULL reads all rows under a lock, and fails if one is NULL; a backfill does neither. */
function BackfillNote({ onBackfill }: { onBackfill: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border p-3 text-xs">
      <p className="min-w-0 flex-1 basis-60 text-muted">
        For a large table, or one with rows that are NULL: fill and check the rows in the background
        first, without blocking others.
      </p>
      <Button size="sm" onClick={onBackfill}>
        Backfill instead
      </Button>
    </div>
  )
}

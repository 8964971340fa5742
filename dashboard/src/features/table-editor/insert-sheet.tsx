import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useInsertRow } from '../../data/resources/rows.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { toast } from '../../ui/toast.ts'
import {
  emptyFields,
  insertGroups,
  insertProblems,
  insertValues,
  serverProblems,
} from './insert-values.ts'
import type { Fields, FieldState } from './insert-values.ts'
import { referenceOf } from './reference-list.tsx'
import { RowField } from './row-field.tsx'

type InsertSheetProps = {
  projectRef: string
  table: TableDetail
  onClose: () => void
  onInserted: () => void
}

/** A form for a new row, shown beside the table: required columns first, then optional ones. */
export function InsertSheet({ projectRef, table, onClose, onInserted }: InsertSheetProps) {
  const insertion = useInsertRow(projectRef, table.id)
  const [fields, setFields] = useState<Fields>(() => emptyFields(table.columns))
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { required, optional } = insertGroups(table.columns)
  const isTouched = Object.values(fields).some(({ kind }) => kind !== 'default')
  const set = (name: string, field: FieldState) => {
    setFields((before) => ({ ...before, [name]: field }))
    setProblems(({ [name]: _mended, ...rest }) => rest)
  }
  const insert = async () => {
    const found = insertProblems(table.columns, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    try {
      await insertion.mutateAsync(insertValues(table.columns, fields))
    } catch (error) {
      setProblems(serverProblems(table, error))
      return
    }
    onInserted()
    toast.success('Row inserted')
    onClose()
  }
  const group = (title: string, columns: readonly Column[]) =>
    columns.length > 0 && (
      <fieldset className="grid gap-4">
        <legend className="mb-3 text-xs text-muted">{title}</legend>
        {columns.map((column) => (
          <RowField
            key={column.name}
            projectRef={projectRef}
            reference={referenceOf(table, column.name)}
            column={column}
            field={fields[column.name] ?? { kind: 'default' }}
            problem={problems[column.name]}
            onChange={(field) => set(column.name, field)}
          />
        ))}
      </fieldset>
    )
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Insert row into <span className="font-mono">{table.name}</span>
        </>
      }
      onClose={onClose}
    >
      <SheetForm
        className="grid content-start gap-6"
        submitLabel="Insert row"
        pending={insertion.isPending}
        onSubmit={() => void insert()}
        isDirty={isTouched}
        onCancel={onClose}
      >
        {/* An error about a field is shown at the field alone. */}
        {insertion.isError && Object.keys(serverProblems(table, insertion.error)).length === 0 && (
          <ErrorState
            message={errorMessage(insertion.error)}
            details={errorDetails(insertion.error)}
          />
        )}
        {group('Required', required)}
        {group(required.length > 0 ? 'Optional' : 'All columns are optional', optional)}
      </SheetForm>
    </Sheet>
  )
}

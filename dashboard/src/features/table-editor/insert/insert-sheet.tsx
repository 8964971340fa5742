import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'
import { useState } from 'react'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { formProblem } from '../../../components/form/form-problem.ts'
import { isOutcomeUnknown, useInsertRow } from '../../../data/resources/services/meta/rows.ts'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import {
  emptyFields,
  insertGroups,
  insertProblems,
  insertValues,
  serverProblems,
} from './insert-values.ts'
import type { Fields, FieldState } from './insert-values.ts'
import { defaultOf } from '../cells/default-value.ts'
import { referenceOf } from '../cells/reference-of.ts'
import { RowField } from './row-field.tsx'
import { useLostInsert } from './use-lost-insert.ts'

type InsertSheetProps = {
  projectRef: string
  table: TableDetail
  /** The fields of a row to duplicate. */
  initial: Fields
  /** Whether the visible rows are filtered, so that the new row may be hidden. */
  hasFilters: boolean
  onClose: () => void
  /** Called with the row as it was stored. */
  onInserted: (row: Row) => void
  /** Called when the row was inserted, but its response was lost. */
  onInsertedBefore: () => void
  /** Collects the row instead of inserting it; null if rows are inserted at once. */
  onCollect: ((values: Readonly<Record<string, Cell>>) => void) | null
}

type NewRow = ReturnType<typeof insertValues>

/** The valid values to insert, by column. */
const newRow = (columns: readonly Column[]) =>
  fieldsCheckedBy<{ fields: Fields }>(({ fields }) => ({
    fields: Object.values(insertProblems(columns, fields))[0],
  })).transform(({ fields }): NewRow => insertValues(columns, fields))

/** A form for a new row, shown beside the table: required columns first, then optional ones. */
export function InsertSheet({ projectRef, table, onClose, ...props }: InsertSheetProps) {
  const insertion = useInsertRow(projectRef, table.id)
  const form = useForm<{ fields: Fields }, NewRow>({
    values: { fields: { ...emptyFields(table.columns), ...props.initial } },
    schema: newRow(table.columns),
  })
  const { values, isDirty, change } = form
  const outcome = useLostInsert(projectRef, table.id)
  const [failure, setFailure] = useState<string | undefined>()
  const { fields } = values
  const [problems, setProblems] = useState<Record<string, string>>({})
  const { required, optional } = insertGroups(table.columns)
  const set = (name: string, field: FieldState) => {
    change((entered) => ({ fields: { ...entered.fields, [name]: field } }))
    setProblems(({ [name]: _mended, ...rest }) => rest)
  }
  const insert = async () => {
    const found = insertProblems(table.columns, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    if (props.onCollect !== null) {
      props.onCollect(newRow(table.columns).parse({ fields }))
      onClose()
      return
    }
    const row = newRow(table.columns).parse({ fields })
    const before = await outcome.of(row)
    if (before === 'saved') {
      props.onInsertedBefore()
      toast.success('Row inserted', { description: 'Your first attempt was saved.' })
      onClose()
      return
    }
    if (before !== 'send') {
      setFailure(before.message)
      return
    }
    const token = crypto.randomUUID()
    setFailure(undefined)
    try {
      props.onInserted(await insertion.mutateAsync({ values: row, token }))
    } catch (error) {
      if (isOutcomeUnknown(error)) outcome.lose(row, token)
      setProblems(serverProblems(table, error))
      return
    }
    toast.success('Row inserted', {
      ...(props.hasFilters && { description: 'It is only shown if it matches the filters.' }),
    })
    onClose()
  }
  const isOfField = Object.keys(serverProblems(table, insertion.error)).length > 0
  const failed = isOfField ? undefined : formProblem(insertion.error)
  const problem = failure === undefined ? failed : { message: failure, details: failure }
  const group = (title: string, columns: readonly Column[]) =>
    columns.length > 0 && (
      <fieldset className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
        <legend className="mb-3 text-xs text-muted">{title}</legend>
        {columns.map((column) => (
          <RowField
            key={column.name}
            projectRef={projectRef}
            reference={referenceOf(table, column.name)}
            column={column}
            field={fields[column.name] ?? { kind: 'default' }}
            hasDefault={defaultOf(column).kind !== 'none'}
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
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-6"
        submitLabel={props.onCollect === null ? 'Insert row' : 'Add to changes'}
        pending={insertion.isPending}
        onSubmit={() => void insert()}
        isDirty={isDirty}
        // An error about a field is only shown at the field.
        problem={problem}
        onCancel={onClose}
      >
        {group('Required', required)}
        {group(required.length > 0 ? 'Optional' : 'Optional columns', optional)}
      </SheetForm>
    </Sheet>
  )
}

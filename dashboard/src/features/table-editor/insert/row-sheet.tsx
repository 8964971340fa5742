import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Filter, Row } from '@stoa/contract/services/meta/rows'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useRows } from '../../../data/resources/services/meta/rows.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Sheet, SheetBody, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { cellInputOf, cellOf, inputProblem } from '../cells/cell-input.ts'
import { defaultOf } from '../cells/default-value.ts'
import { isSettable } from '../cells/settable.ts'
import { referenceOf } from '../cells/reference-of.ts'
import type { IdentifiedRow } from '../session/page-cache.ts'
import type { RowKey } from '../session/row-key.ts'
import type { SessionView } from '../session/session-view.ts'
import { writeBlock } from '../session/write-block.ts'
import { RelatedRows } from './related-rows.tsx'
import type { Fields, FieldState } from './insert-values.ts'
import { RowField } from './row-field.tsx'

type RowSheetProps = {
  session: SessionView
  rowKey: RowKey
  /** The role that reads the row, as text. */
  role: string
  /** Opens the rows of another table that refer to this one. */
  onRelated: (tableId: number, filters: readonly Filter[]) => void
  onClose: () => void
}

/** An existing row in a form beside the table, with every value in full. */
export function RowSheet({ session, rowKey, role, onRelated, onClose }: RowSheetProps) {
  const { projectRef, table } = session
  const { get } = useRows(projectRef, table.id)
  const row = useQuery({
    queryKey: ['row', projectRef, table.id, role, rowKey],
    queryFn: () => get(rowKey),
    // The form keeps the row that it was opened with, which a conflict is measured by.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Row of <span className="font-mono">{table.name}</span>
        </>
      }
      description={Object.entries(rowKey)
        .map(([name, value]) => `${name} = ${value ?? 'NULL'}`)
        .join(', ')}
      onClose={onClose}
    >
      {row.isPending && (
        <SheetBody className="grid content-start gap-4">
          {table.columns.slice(0, 6).map(({ name }) => (
            <Skeleton key={name} className="h-12 w-full" />
          ))}
        </SheetBody>
      )}
      {row.isError && (
        <SheetBody>
          <QueryError
            title="Could not load the row"
            error={row.error}
            onRetry={() => void row.refetch()}
          />
        </SheetBody>
      )}
      {row.data && (
        <RowForm
          session={session}
          stored={inTableOrder(table, row.data)}
          related={
            <RelatedRows
              projectRef={projectRef}
              tableId={table.id}
              rowKey={rowKey}
              onOpen={onRelated}
            />
          }
          onClose={onClose}
        />
      )}
    </Sheet>
  )
}

type RowFormProps = {
  session: SessionView
  stored: Row
  related: ReactNode
  onClose: () => void
}

function RowForm({ session, stored, related, onClose }: RowFormProps) {
  const { projectRef, table } = session
  const identified = session.identify(stored)
  const [fields, setFields] = useState<Fields>({})
  const [problems, setProblems] = useState<Record<string, string>>({})
  const [failure, setFailure] = useState<string | undefined>()
  const [isPending, setIsPending] = useState(false)
  const changes = changedCells(session, { identified, fields })
  const save = async () => {
    const found = problemsOf(table, fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return
    setIsPending(true)
    const result = await writeBlock(session, {
      label: 'edit of a row',
      updates: [{ row: identified, cells: changes }],
      inserts: [],
    })
    setIsPending(false)
    if (result.state === 'conflict') setFailure(CHANGED)
    else if (result.state === 'rejected' || result.state === 'unreachable')
      setFailure(result.message)
    else onClose()
  }
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel={session.review.isOn() ? 'Add to changes' : 'Save row'}
      failure="Could not save the row"
      pending={isPending}
      onSubmit={() => void save()}
      isDirty={changes.size > 0}
      problem={failure === undefined ? undefined : { message: failure, details: failure }}
      onCancel={onClose}
    >
      {related}
      {table.columns.map((column) =>
        isSettable(column) ? (
          <RowField
            key={column.name}
            projectRef={projectRef}
            reference={referenceOf(table, column.name)}
            column={column}
            field={fields[column.name] ?? fieldOf(session.valueOf(identified, column.name))}
            hasDefault={defaultOf(column).kind === 'literal'}
            problem={problems[column.name]}
            onChange={(field) => {
              setFields({ ...fields, [column.name]: withoutDefault(column, field) })
              setProblems(({ [column.name]: _mended, ...rest }) => rest)
              setFailure(undefined)
            }}
          />
        ) : (
          <p key={column.name} className="grid gap-1 text-xs">
            <span className="font-mono">{column.name}</span>
            <span className="font-mono wrap-anywhere text-muted">
              {session.valueOf(identified, column.name) ?? 'NULL'}, generated by Postgres
            </span>
          </p>
        ),
      )}
    </SheetForm>
  )
}

const CHANGED =
  'Someone else changed this row since you opened it. Close the panel and open the row again to see it.'

const fieldOf = (value: Cell): FieldState =>
  value === null ? { kind: 'null' } : { kind: 'value', text: value }

/** A row that exists gets the value of a default, which only an insert can leave to Postgres. */
function withoutDefault(column: Column, field: FieldState): FieldState {
  const preset = defaultOf(column)
  return field.kind === 'default' && preset.kind === 'literal' ? fieldOf(preset.value) : field
}

const valueOf = (column: Column, field: FieldState): Cell =>
  field.kind === 'value' ? cellOf(cellInputOf(column), field.text) : null

function changedCells(
  session: Pick<SessionView, 'table' | 'valueOf'>,
  { identified, fields }: { identified: IdentifiedRow; fields: Fields },
): ReadonlyMap<string, Cell> {
  return new Map(
    session.table.columns.flatMap((column): [string, Cell][] => {
      const field = fields[column.name]
      if (field === undefined) return []
      const value = valueOf(column, field)
      return value === session.valueOf(identified, column.name) ? [] : [[column.name, value]]
    }),
  )
}

function problemsOf(table: TableDetail, fields: Fields): Record<string, string> {
  return Object.fromEntries(
    table.columns.flatMap((column): [string, string][] => {
      const field = fields[column.name]
      if (field?.kind !== 'value') return []
      const problem = inputProblem(column, field.text)
      return problem === undefined ? [] : [[column.name, problem]]
    }),
  )
}

/** The cells in the column order of the table; another one if it was changed in between. */
const inTableOrder = (
  table: TableDetail,
  { columns, ...row }: Row & { columns: string[] },
): Row => ({
  version: row.version,
  cells: table.columns.map(({ name }) => row.cells[columns.indexOf(name)] ?? null),
})

import { Plus } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '../../../lib/class-names.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { columnProblems, newColumn } from './column-draft.ts'
import type { ColumnDraft } from './column-draft.ts'
import { ColumnRow, LINE } from './column-row.tsx'
import { NewEnumDialog } from './new-enum-dialog.tsx'
import { useTypeOptions } from './use-type-options.ts'

type ColumnLinesProps = {
  projectRef: string
  /** The schema of the table, in which new types are created. */
  schema: string
  columns: ColumnDraft[]
  isSubmitted: boolean
  takeId: () => number
  onColumns: (columns: ColumnDraft[]) => void
}

/** The columns of a new table, one per line. */
export function ColumnLines({ projectRef, schema, columns, ...props }: ColumnLinesProps) {
  const { isSubmitted, takeId, onColumns } = props
  const types = useTypeOptions(projectRef)
  const [newest, setNewest] = useState<number>()
  const [typing, setTyping] = useState<number>()
  const change = (id: number, part: Partial<ColumnDraft>) =>
    onColumns(columns.map((other) => (other.id === id ? { ...other, ...part } : other)))
  const add = () => {
    const id = takeId()
    setNewest(id)
    onColumns([...columns, newColumn(id)])
  }
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">Columns</h3>
      <div className="rounded-md border">
        <div
          aria-hidden
          className={classNames(LINE, 'border-b px-2 py-1.5 text-xs text-muted max-sm:hidden')}
        >
          <span>Name</span>
          <span>Type</span>
          <span>Default</span>
          <span className="text-center">Key</span>
          <span className="text-center">Null</span>
          <span className="text-center">Unique</span>
          <span />
        </div>
        <ul aria-label="Columns" className="divide-y">
          {columns.map((column) => (
            <ColumnRow
              key={column.id}
              projectRef={projectRef}
              draft={column}
              problems={shownProblems(column, columns, isSubmitted)}
              types={types}
              isNew={column.id === newest}
              onChange={(part) => change(column.id, part)}
              onRemove={() => onColumns(columns.filter(({ id }) => id !== column.id))}
              onNewType={() => setTyping(column.id)}
              onNext={add}
            />
          ))}
        </ul>
      </div>
      <div>
        <Button size="sm" onClick={add}>
          <Plus className="size-3.5" /> Add column
        </Button>
      </div>
      {columns.every(({ isPrimaryKey }) => !isPrimaryKey) && (
        <p className="text-xs text-warning-text">Without a primary key, rows can’t be edited.</p>
      )}
      {typing !== undefined && (
        <NewEnumDialog
          projectRef={projectRef}
          schema={schema}
          onClose={() => setTyping(undefined)}
          onCreated={(type) => change(typing, { type, isArray: false, identity: null })}
        />
      )}
    </section>
  )
}

export const namesBeside = (column: ColumnDraft, columns: readonly ColumnDraft[]) =>
  columns.filter(({ id }) => id !== column.id).map(({ name }) => name.trim())

/**
 * The problems of a column, shown at its line. Until the form is submitted, a missing name is not
 * one.
 */
function shownProblems(column: ColumnDraft, columns: readonly ColumnDraft[], isSubmitted: boolean) {
  const { name, ...problems } = columnProblems(column, namesBeside(column, columns))
  return column.name === '' && !isSubmitted ? problems : { ...problems, name }
}

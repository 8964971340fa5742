import { FileColumnType, type FileColumn } from '@stoa/contract/services/table-files'
import { PreviewRows } from '../../components/table-files/preview-rows.tsx'
import type { FilePreview } from '../../data/resources/services/wrappers/files.ts'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'

const TYPES = FileColumnType.options.map((value) => ({ value, label: value }))

/** The first rows of a file. */
export function FileRows({ columns, rows }: FilePreview) {
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">First rows</h3>
      <div className="overflow-x-auto">
        <PreviewRows columns={columns} rows={rows} />
      </div>
    </section>
  )
}

type FileColumnsProps = {
  columns: readonly FileColumn[]
  problem: string | undefined
  onChange: (columns: readonly FileColumn[]) => void
}

/** The names and types of the columns of a new table. */
export function FileColumns({ columns, problem, onChange }: FileColumnsProps) {
  const change = (source: string, next: Partial<FileColumn>) =>
    onChange(columns.map((column) => (column.source === source ? { ...column, ...next } : column)))
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Columns</h3>
      <ul className="grid gap-1.5">
        {columns.map(({ source, name, type }) => (
          <li key={source} className="grid grid-cols-[minmax(0,1fr)_9.5rem] gap-2 p-px">
            <Input
              aria-label={`Name of ${source}`}
              className="font-mono text-xs"
              maxLength={63}
              autoComplete="off"
              spellCheck={false}
              value={name}
              onChange={({ target }) => change(source, { name: target.value })}
            />
            <Select
              aria-label={`Type of ${source}`}
              className="font-mono text-xs"
              value={type}
              options={TYPES}
              onValueChange={(next) => change(source, { type: next })}
            />
          </li>
        ))}
      </ul>
      {problem && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <p className="text-xs text-muted">You can’t change names and types later.</p>
    </section>
  )
}

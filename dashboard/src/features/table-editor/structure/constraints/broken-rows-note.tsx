import type { BrokenRows } from '@stoa/contract/services/meta/constraints'
import { OpenInSqlEditor } from '../../../../components/sql-editor/open-in-sql-editor.tsx'

type BrokenRowsNoteProps = { projectRef: string; broken: BrokenRows }

/** The first rows that break a constraint, and a query that finds all of them. */
export function BrokenRowsNote({ projectRef, broken }: BrokenRowsNoteProps) {
  const { columns, rows, has_more: hasMore } = broken
  return (
    <section
      aria-label="Rows that break the constraint"
      className="grid gap-2 rounded-md bg-danger-soft p-3 text-xs"
    >
      <p className="font-medium text-danger-text">
        {hasMore
          ? `More than ${rows.length} rows break this constraint. The first ones:`
          : 'These rows break this constraint:'}
      </p>
      <div className="overflow-x-auto">
        <table className="font-mono">
          <thead>
            <tr>
              {columns.map((column) => (
                <th key={column} scope="col" className="pr-4 pb-1 text-left font-medium">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, place) => (
              // oxlint-disable-next-line react/no-array-index-key -- two rows can have the same values
              <tr key={place}>
                {row.map((value, at) => (
                  <td key={columns[at]} className="max-w-64 truncate pr-4 whitespace-pre">
                    {value ?? <span className="text-muted">NULL</span>}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <OpenInSqlEditor
          projectRef={projectRef}
          name="Rows that break a constraint"
          sql={broken.sql}
        >
          Find all in the SQL editor
        </OpenInSqlEditor>
      </div>
    </section>
  )
}

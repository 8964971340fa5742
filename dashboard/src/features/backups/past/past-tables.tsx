import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { usePastTables, type PastTables } from '../../../data/resources/services/meta/looks.ts'
import { classNames } from '../../../lib/class-names.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'

export type PastTable = PastTables[number]

/** More than this would make the page slow; the search finds the others. */
const MOST_SHOWN = 300

type PastTablesListProps = {
  projectRef: string
  moment: string
  chosen: PastTable | undefined
  onChoose: (table: PastTable) => void
}

/** The tables and views as they were. Choosing one shows its first rows. */
export function PastTablesList({ projectRef, moment, chosen, onChoose }: PastTablesListProps) {
  const { data, error, refetch } = usePastTables(projectRef, moment)
  const [search, setSearch] = useState('')
  if (error)
    return (
      <QueryError
        className="m-3"
        error={error}
        title="Could not load the tables"
        onRetry={() => void refetch()}
      />
    )
  if (!data) return <Skeleton className="m-3 h-48" />
  const wanted = search.trim().toLowerCase()
  const found = data.filter((table) => titleOf(table).toLowerCase().includes(wanted))
  return (
    <nav aria-label="Tables of the moment" className="flex min-h-0 flex-1 flex-col">
      <div className="border-b p-2">
        <SearchInput label="Search tables" value={search} onValueChange={setSearch} />
      </div>
      <ul className="min-h-0 flex-1 overflow-y-auto">
        {found.slice(0, MOST_SHOWN).map((table) => (
          <li key={table.id} className="border-b last:border-b-0">
            <button
              type="button"
              aria-current={table.id === chosen?.id}
              className={classNames(
                'flex min-h-8 w-full items-center gap-2 px-3 text-left text-xs pointer-coarse:min-h-10',
                table.id === chosen?.id ? 'bg-selected' : 'hover:bg-hover',
              )}
              onClick={() => onChoose(table)}
            >
              <span className="min-w-0 flex-1 truncate font-mono" title={titleOf(table)}>
                {titleOf(table)}
              </span>
              <span className="text-muted tabular-nums">{detailOf(table)}</span>
            </button>
          </li>
        ))}
        {found.length === 0 && (
          <li className="px-3 py-6 text-center text-xs text-muted">
            {data.length === 0 ? 'There were no tables' : 'No results'}
          </li>
        )}
      </ul>
    </nav>
  )
}

const titleOf = ({ schema, name }: PastTable): string =>
  schema === 'public' ? name : `${schema}.${name}`

function detailOf({ kind, estimated_rows: rows }: PastTable): string {
  if (kind === 'view' || kind === 'materialized_view') return 'View'
  return rows === null ? '' : `≈ ${formatCount(Math.round(rows))}`
}

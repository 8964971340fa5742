import type { Column, ForeignKey, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useRows } from '../../data/resources/rows.ts'
import { useTable } from '../../data/resources/tables.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Command, CommandInput, CommandItem, CommandList } from '../../ui/command.tsx'
import { referenceRows } from './reference-rows.ts'
import type { ReferenceRow } from './reference-rows.ts'

type ReferenceListProps = {
  projectRef: string
  /** A foreign key of one column. */
  reference: ForeignKey
  column: Pick<Column, 'name' | 'is_nullable'>
  value: Cell
  /** Typed before the list opened. */
  seed?: string | undefined
  onChoose: (value: Cell) => void
}

/** The foreign key that a column alone makes up; one of several columns has no list of rows. */
export const referenceOf = (table: TableDetail, column: string): ForeignKey | undefined =>
  table.foreign_keys.find(({ columns }) => columns.length === 1 && columns[0] === column)

const SETTLE_MS = 200

/** A searchable list of the rows that a foreign key can refer to. A value can also be typed. */
export function ReferenceList({ projectRef, reference, column, ...props }: ReferenceListProps) {
  const { value, seed = '', onChoose } = props
  const [search, setSearch] = useState(seed)
  const found = useReferenceRows(projectRef, reference, useDebounced(search.trim(), SETTLE_MS))
  const typed = search.trim()
  const isListed = found.rows.some(({ key }) => key === typed)
  return (
    <Command shouldFilter={false} label={`Rows of ${reference.target_table}`}>
      <CommandInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was opened to search it
        autoFocus
        aria-label={column.name}
        placeholder={`Search ${reference.target_table}`}
        value={search}
        onValueChange={setSearch}
      />
      <CommandList>
        {found.rows.map(({ key, label }) => (
          <CommandItem key={key} value={`row ${key}`} onSelect={() => onChoose(key)}>
            <span className="max-w-48 shrink-0 truncate font-mono text-xs">{key}</span>
            <span className="min-w-0 truncate text-xs text-muted">{label}</span>
            {key === value && <span className="ml-auto text-2xs text-muted">Current</span>}
          </CommandItem>
        ))}
        {found.problem !== undefined && (
          <p role="alert" className="px-2 py-2 text-xs text-danger-text">
            Could not load the rows. {found.problem}
          </p>
        )}
        {found.isLoaded && found.rows.length === 0 && (
          <p className="px-2 py-2 text-xs text-muted">
            {typed === '' ? `No rows in ${reference.target_table} yet.` : 'No results'}
          </p>
        )}
        {typed !== '' && !isListed && (
          <CommandItem value="typed" onSelect={() => onChoose(typed)}>
            Use <span className="min-w-0 truncate font-mono text-xs">{typed}</span>
          </CommandItem>
        )}
        {column.is_nullable && typed === '' && (
          <CommandItem value="null" onSelect={() => onChoose(null)}>
            <span className="font-mono text-xs text-muted">NULL</span>
          </CommandItem>
        )}
      </CommandList>
    </Command>
  )
}

type Found = { rows: readonly ReferenceRow[]; problem: string | undefined; isLoaded: boolean }

function useReferenceRows(projectRef: string, reference: ForeignKey, search: string): Found {
  const target = useTable(projectRef, reference.target_id)
  const { list } = useRows(projectRef, reference.target_id)
  const [found, setFound] = useState<Found>({ rows: [], problem: undefined, isLoaded: false })
  const key = reference.target_columns[0] ?? ''
  const columns = target.data?.columns
  useEffect(() => {
    if (columns === undefined) return
    const controller = new AbortController()
    const read = async () => {
      try {
        const rows = await referenceRows(list, { columns, key, search, signal: controller.signal })
        if (!controller.signal.aborted) setFound({ rows, problem: undefined, isLoaded: true })
      } catch (error) {
        if (controller.signal.aborted) return
        setFound({ rows: [], problem: errorMessage(error), isLoaded: false })
      }
    }
    void read()
    return () => controller.abort()
  }, [list, columns, key, search])
  if (target.isError) return { rows: [], problem: errorMessage(target.error), isLoaded: false }
  return found
}

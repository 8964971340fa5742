import type { Column, ForeignKey } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { useEffect, useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useRows } from '../../../data/resources/services/meta/rows.ts'
import { useTable } from '../../../data/resources/services/meta/tables.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Command, CommandInput, CommandItem, CommandList } from '../../../ui/menus/command.tsx'
import { referenceRows } from './reference-rows.ts'
import type { ReferenceRow } from './reference-rows.ts'

export type ReferenceListProps = {
  projectRef: string
  /** A foreign key of one column. */
  reference: ForeignKey
  column: Pick<Column, 'name'>
  value: Cell
  /** Text typed before the list opened. */
  seed?: string | undefined
  onChoose: (value: string) => void
}

const SETTLE_MS = 200

/** A searchable list of the rows that a foreign key can refer to. A value can also be typed. */
export function ReferenceList({ projectRef, reference, column, ...props }: ReferenceListProps) {
  const { value, seed = '', onChoose } = props
  const [search, setSearch] = useState(seed)
  const [active, setActive] = useState<string | undefined>()
  const found = useReferenceRows(projectRef, reference, useDebounced(search.trim(), SETTLE_MS))
  const typed = search.trim()
  // Rows of an earlier search are not offered, because Enter would select one that was not searched
  // for.
  const rows = found.search === typed ? found.rows : []
  const isListed = rows.some(({ key }) => key === typed)
  // A different name than that of the rows, so that the list does not keep it selected when rows
  // arrive.
  const typedItem = rows.length === 0 ? 'typed' : 'typed instead'
  const items = [
    ...rows.map(({ key }) => `row ${key}`),
    ...(typed !== '' && !isListed ? [typedItem] : []),
  ]
  // Until the user moves in the list, Enter takes the typed text, the current row or the first one.
  const wanted = [active, `row ${typed}`, `row ${value ?? ''}`].find(
    (item) => item !== undefined && items.includes(item),
  )
  return (
    <Command
      shouldFilter={false}
      label={`Rows of ${reference.target_table}`}
      value={wanted ?? items[0] ?? ''}
      onValueChange={setActive}
    >
      <CommandInput
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the list was opened to search it
        autoFocus
        aria-label={column.name}
        placeholder={`Search ${reference.target_table}`}
        value={search}
        onValueChange={(next) => {
          setSearch(next)
          setActive(undefined)
        }}
      />
      <CommandList>
        {rows.map(({ key, label }) => (
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
        {found.isLoaded && found.search === typed && rows.length === 0 && (
          <p className="px-2 py-2 text-xs text-muted">
            {typed === '' ? `No rows in ${reference.target_table} yet.` : 'No results'}
          </p>
        )}
        {typed !== '' && !isListed && (
          <CommandItem value={typedItem} onSelect={() => onChoose(typed)}>
            Use <span className="min-w-0 truncate font-mono text-xs">{typed}</span>
          </CommandItem>
        )}
      </CommandList>
    </Command>
  )
}

type ReferenceSearch = {
  /** The search text that found the rows. */
  search: string
  rows: readonly ReferenceRow[]
  problem: string | undefined
  isLoaded: boolean
}

function useReferenceRows(
  projectRef: string,
  reference: ForeignKey,
  search: string,
): ReferenceSearch {
  const target = useTable(projectRef, reference.target_id)
  const { list } = useRows(projectRef, reference.target_id)
  const [found, setFound] = useState<ReferenceSearch>({
    search: '',
    rows: [],
    problem: undefined,
    isLoaded: false,
  })
  const key = reference.target_columns[0] ?? ''
  const columns = target.data?.columns
  useEffect(() => {
    if (columns === undefined) return
    const controller = new AbortController()
    const read = async () => {
      try {
        const rows = await referenceRows(list, { columns, key, search, signal: controller.signal })
        if (!controller.signal.aborted)
          setFound({ search, rows, problem: undefined, isLoaded: true })
      } catch (error) {
        if (controller.signal.aborted) return
        setFound({ search, rows: [], problem: errorMessage(error), isLoaded: false })
      }
    }
    void read()
    return () => controller.abort()
  }, [list, columns, key, search])
  if (target.isError)
    return { search, rows: [], problem: errorMessage(target.error), isLoaded: false }
  return found
}

import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Filter } from '@stoa/contract/services/meta/rows'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useRowReferences } from '../../../data/resources/services/meta/row-references.ts'
import { ContextMenuItem } from '../../../ui/menus/context-menu.tsx'
import { countWords, referenceTitle } from './reference-words.ts'

type RelatedRowsItemsProps = {
  projectRef: string
  tableId: number
  rowKey: Readonly<Record<string, Cell>>
  onOpen: (tableId: number, filters: readonly Filter[]) => void
}

/** The menu of the rows in other tables that refer to a row. */
export function RelatedRowsItems({ projectRef, tableId, rowKey, onOpen }: RelatedRowsItemsProps) {
  const { data, error } = useRowReferences(projectRef, tableId, rowKey)
  if (error !== null) return <Note>{errorMessage(error)}</Note>
  if (data === undefined) return <Note>Loading…</Note>
  if (data.references.length === 0) return <Note>No table refers to this one.</Note>
  return data.references.map((reference) => (
    <ContextMenuItem
      key={`${reference.table_id} ${reference.name}`}
      disabled={reference.filters.length === 0}
      onSelect={() => onOpen(reference.table_id, reference.filters)}
    >
      <span className="min-w-0 truncate">{referenceTitle(reference, data.references)}</span>
      <span className="ml-auto pl-4 text-muted tabular-nums">{countWords(reference.count)}</span>
    </ContextMenuItem>
  ))
}

const Note = ({ children }: { children: string }) => (
  <p className="max-w-72 px-2 py-1 text-xs text-muted">{children}</p>
)

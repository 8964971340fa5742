import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Sort } from '@stoa/contract/services/meta/rows'
import { ArrowDown, ArrowUp, ChevronDown, KeyRound, Link2 } from 'lucide-react'
import { shortType } from '../../../components/result-grid/cell-type.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../../ui/menus/dropdown-menu.tsx'

export type ColumnHeaderProps = {
  column: Column
  isReference: boolean
  sort: Sort | undefined
  tabIndex: number
  /** Null for a type that cannot be sorted. */
  onSort: ((ascending: boolean | undefined) => void) | null
  onFilter: () => void
  onCopyName: () => void
  onHide: () => void
  isFrozen: boolean
  /** Null for the key, which always stays visible. */
  onFreeze: (() => void) | null
  /** Null for the first and the last of the movable columns. */
  onMoveLeft: (() => void) | null
  onMoveRight: (() => void) | null
  onEdit: (() => void) | null
  onDelete: (() => void) | null
}

/** A column's name, type and key, and the menu of its actions. */
export function ColumnHeader({ column, isReference, sort, ...props }: ColumnHeaderProps) {
  const { onSort, onEdit, onDelete } = props
  return (
    <div className="group relative flex h-full items-center gap-1.5 px-2.5 text-xs">
      {column.is_primary_key && (
        <KeyRound className="size-3 shrink-0 text-muted" aria-label="Primary key" />
      )}
      {isReference && <Link2 className="size-3 shrink-0 text-muted" aria-label="Foreign key" />}
      <span className="min-w-0 truncate font-medium" title={column.comment ?? column.name}>
        {column.name}
      </span>
      <span className="mr-auto shrink-0 font-mono text-2xs text-muted" title={column.type}>
        {shortType(column.type)}
        {!column.is_nullable && <span title="Not null">*</span>}
      </span>
      {sort !== undefined && <SortMark ascending={sort.ascending} />}
      <DropdownMenu>
        <DropdownMenuTrigger
          tabIndex={props.tabIndex}
          aria-label={`Column ${column.name}`}
          className="absolute right-1 grid size-6 place-items-center rounded-sm bg-sunken text-muted opacity-0 group-hover:opacity-100 hover:bg-hover hover:text-text focus-visible:opacity-100 data-[state=open]:bg-hover data-[state=open]:opacity-100 pointer-coarse:static pointer-coarse:shrink-0 pointer-coarse:opacity-100"
          onKeyDown={(event) => event.stopPropagation()}
        >
          <ChevronDown className="size-3.5" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="start" onKeyDown={(event) => event.stopPropagation()}>
          {onSort !== null && (
            <>
              <DropdownMenuItem onSelect={() => onSort(true)}>Sort ascending</DropdownMenuItem>
              <DropdownMenuItem onSelect={() => onSort(false)}>Sort descending</DropdownMenuItem>
              {sort !== undefined && (
                <DropdownMenuItem onSelect={() => onSort(undefined)}>Remove sort</DropdownMenuItem>
              )}
              <DropdownMenuSeparator />
            </>
          )}
          <DropdownMenuItem onSelect={props.onFilter}>Filter by this column</DropdownMenuItem>
          <DropdownMenuItem onSelect={props.onCopyName}>Copy name</DropdownMenuItem>
          {props.onMoveLeft !== null && (
            <DropdownMenuItem onSelect={props.onMoveLeft}>Move left</DropdownMenuItem>
          )}
          {props.onMoveRight !== null && (
            <DropdownMenuItem onSelect={props.onMoveRight}>Move right</DropdownMenuItem>
          )}
          {props.onFreeze !== null && (
            <DropdownMenuItem onSelect={props.onFreeze}>
              {props.isFrozen ? 'Unfreeze' : 'Freeze'}
            </DropdownMenuItem>
          )}
          <DropdownMenuItem onSelect={props.onHide}>Hide</DropdownMenuItem>
          {(onEdit !== null || onDelete !== null) && <DropdownMenuSeparator />}
          {onEdit !== null && <DropdownMenuItem onSelect={onEdit}>Edit column</DropdownMenuItem>}
          {onDelete !== null && (
            <DropdownMenuItem variant="danger" onSelect={onDelete}>
              Delete column
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  )
}

function SortMark({ ascending }: Pick<Sort, 'ascending'>) {
  const Arrow = ascending ? ArrowUp : ArrowDown
  const words = ascending ? 'Sorted ascending' : 'Sorted descending'
  return (
    <span className="shrink-0" title={words}>
      <Arrow className="size-3.5" />
      <span className="sr-only">{words}</span>
    </span>
  )
}

import { ArrowDown, ArrowUp } from 'lucide-react'
import { classNames } from '../../lib/class-names.ts'
import { ActionsHeader, TableHead, TableHeader, TableRow } from '../../ui/display/table.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import {
  columnName,
  type RecordColumn,
  type RecordOrder,
  type RecordSelection,
} from './record-columns.ts'

type RecordHeadProps<Id extends string | number, Sort extends string> = {
  label: string
  columns: readonly RecordColumn<never, Sort>[]
  ids: readonly Id[]
  selection: RecordSelection<Id> | undefined
  order: RecordOrder<Sort> | undefined
  onOrder: ((order: RecordOrder<Sort>) => void) | undefined
  hasDetail: boolean
  /** The classes of the column with buttons and menus, if there is one. */
  actionsClassName: string | undefined
}

/** The headers of a table of records. Those of columns to sort by are buttons. */
export function RecordHead<Id extends string | number, Sort extends string>({
  label,
  columns,
  ids,
  selection,
  order,
  onOrder,
  hasDetail,
  actionsClassName,
}: RecordHeadProps<Id, Sort>) {
  return (
    <TableHead>
      <TableRow>
        {selection && <SelectionHeader label={label} ids={ids} selection={selection} />}
        {hasDetail && (
          <TableHeader className="w-10">
            <span className="sr-only">Details</span>
          </TableHeader>
        )}
        {columns.map((column) => {
          const { header, renderHeader, align, className, headerClassName, sort } = column
          const isSorted = sort !== undefined && order?.sort === sort
          return (
            <TableHeader
              key={columnName(column)}
              align={align}
              className={classNames(className, headerClassName)}
              {...(sort !== undefined && onOrder && { 'aria-sort': ariaSort(isSorted, order) })}
            >
              {sort !== undefined && onOrder ? (
                <SortButton {...column} sort={sort} order={order} onOrder={onOrder} />
              ) : (
                (renderHeader ?? header)
              )}
            </TableHeader>
          )
        })}
        {actionsClassName !== undefined && <ActionsHeader className={actionsClassName} />}
      </TableRow>
    </TableHead>
  )
}

type SelectionHeaderProps<Id extends string | number> = {
  label: string
  ids: readonly Id[]
  selection: RecordSelection<Id>
}

function SelectionHeader<Id extends string | number>({
  label,
  ids,
  selection,
}: SelectionHeaderProps<Id>) {
  const hasSome = selection.ids.size > 0
  const isAll = hasSome && ids.every((id) => selection.ids.has(id))
  return (
    <TableHeader className="w-9 pr-0">
      <Checkbox
        className="align-middle"
        aria-label={hasSome ? 'Clear selection' : `Select all listed ${label.toLowerCase()}`}
        checked={isAll || (hasSome && 'indeterminate')}
        onCheckedChange={() => (hasSome ? selection.set([]) : selection.all())}
      />
    </TableHeader>
  )
}

function ariaSort(isSorted: boolean, order: RecordOrder | undefined) {
  if (!isSorted) return 'none'
  return order?.order === 'asc' ? 'ascending' : 'descending'
}

type SortButtonProps<Sort extends string> = Pick<
  RecordColumn<never, Sort>,
  'header' | 'firstOrder'
> & {
  sort: Sort
  order: RecordOrder<Sort> | undefined
  onOrder: (order: RecordOrder<Sort>) => void
}

function SortButton<Sort extends string>({
  header,
  sort,
  firstOrder = 'asc',
  order,
  onOrder,
}: SortButtonProps<Sort>) {
  const isSorted = order?.sort === sort
  const isAscending = order?.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  const other = isAscending ? 'desc' : 'asc'
  return (
    <button
      type="button"
      className="inline-flex items-center gap-1 hover:text-text"
      onClick={() => onOrder({ sort, order: isSorted ? other : firstOrder })}
    >
      {header}
      {isSorted && <Arrow className="size-3" />}
    </button>
  )
}

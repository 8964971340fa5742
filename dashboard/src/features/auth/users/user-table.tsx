import type { ListedUser } from '@stoa/contract/services/auth/members'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import type { UserOrder, UserSort } from '../../../data/resources/services/auth/users.ts'
import { classNames } from '../../../lib/class-names.ts'
import { Checkbox } from '../../../ui/inputs/checkbox.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/display/table.tsx'
import { nameOf } from '../words.ts'
import type { ChosenUsers } from './use-chosen-users.ts'
import type { UserColumn } from './user-columns.tsx'
import { firstOrderOf } from './users-search.ts'

type UserTableProps = {
  users: readonly ListedUser[]
  columns: readonly UserColumn[]
  /** The id of the user in the panel. */
  shown: string | undefined
  order: UserOrder
  /** The selection, for members who can delete users. */
  chosen: ChosenUsers | undefined
  onOrder: (order: UserOrder) => void
  onOpen: (id: string) => void
  onDelete: () => void
}

export function UserTable({ users, columns, chosen, ...props }: UserTableProps) {
  const { shown, order, onOrder, onOpen, onDelete } = props
  const count = chosen?.ids.size ?? 0
  const isAll = count > 0 && users.every(({ id }) => chosen?.ids.has(id))
  return (
    <Table aria-label="Users" className="table-fixed" onKeyDown={keyHandler(chosen, onDelete)}>
      <TableHead>
        <TableRow>
          {chosen && (
            <TableHeader className="w-9 pr-0">
              <Checkbox
                className="align-middle"
                aria-label={count > 0 ? 'Clear selection' : 'Select all listed users'}
                checked={isAll || (count > 0 && 'indeterminate')}
                onCheckedChange={() => (count > 0 ? chosen.set([]) : chosen.all())}
              />
            </TableHeader>
          )}
          <TableHeader>User</TableHeader>
          {columns.map(({ name, label, sort, className }) =>
            sort ? (
              <SortHeader key={name} {...{ sort, label, className, order, onOrder }} />
            ) : (
              <TableHeader key={name} className={className}>
                {label}
              </TableHeader>
            ),
          )}
        </TableRow>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <TableRow
            key={user.id}
            className={classNames(
              'relative',
              (user.id === shown || chosen?.ids.has(user.id)) && 'bg-selected',
            )}
          >
            {chosen && (
              <TableCell className="pr-0">
                <Checkbox
                  // Above the row, which is clickable as a whole.
                  className="relative z-1 align-middle"
                  aria-label={`Select ${nameOf(user)}`}
                  checked={chosen.ids.has(user.id)}
                  onClick={({ shiftKey }) => chosen.toggle(user.id, { isExtending: shiftKey })}
                />
              </TableCell>
            )}
            <TableCell>
              <button
                type="button"
                // The whole row is clickable.
                className="block max-w-full truncate text-left font-medium after:absolute after:inset-0 hover:underline"
                onClick={() => onOpen(user.id)}
              >
                {nameOf(user)}
              </button>
              {user.name && (user.email ?? user.phone) && (
                <div className="truncate text-muted">{user.email ?? user.phone}</div>
              )}
            </TableCell>
            {columns.map(({ name, className, cell }) => (
              <TableCell key={name} className={className}>
                {cell(user)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

/**
 * Up and Down move between the controls of a column, with Shift on a checkbox they extend the
 * selection, Delete asks about the selected users, and Escape clears the selection.
 */
const keyHandler =
  (chosen: ChosenUsers | undefined, onDelete: () => void) =>
  (event: KeyboardEvent<HTMLTableElement>) => {
    const { key, shiftKey, target } = event
    if (!(target instanceof HTMLElement)) return
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      const row = target.closest('tr')
      const next = key === 'ArrowDown' ? row?.nextElementSibling : row?.previousElementSibling
      const place =
        target.getAttribute('role') === 'checkbox' ? '[role=checkbox]' : 'td > button:not([role])'
      const control = next?.querySelector<HTMLElement>(place)
      if (!control) return
      event.preventDefault()
      control.focus()
      if (shiftKey && control.getAttribute('aria-checked') === 'false') control.click()
    } else if (chosen && chosen.ids.size > 0 && key === 'Delete') onDelete()
    else if (chosen && chosen.ids.size > 0 && key === 'Escape') chosen.set([])
  }

type SortHeaderProps = {
  sort: UserSort
  label: string
  className: string
  order: UserOrder
  onOrder: (order: UserOrder) => void
}

function SortHeader({ sort, label, className, order, onOrder }: SortHeaderProps) {
  const isSorted = order.sort === sort
  const isAscending = order.order === 'asc'
  const Arrow = isAscending ? ArrowUp : ArrowDown
  const direction = isAscending ? 'ascending' : 'descending'
  const other = isAscending ? 'desc' : 'asc'
  return (
    <TableHeader className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-text"
        onClick={() => onOrder({ sort, order: isSorted ? other : firstOrderOf(sort) })}
      >
        {label}
        {isSorted && <Arrow className="size-3" />}
      </button>
    </TableHeader>
  )
}

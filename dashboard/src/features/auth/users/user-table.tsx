import type { ListedUser } from '@stoa/contract/services/auth/members'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { Time } from '../../../components/time.tsx'
import type { UserOrder, UserSort } from '../../../data/resources/auth-users.ts'
import { classNames } from '../../../lib/class-names.ts'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../../ui/table.tsx'
import { UserState } from './user-state.tsx'
import { nameOf, providerName } from '../words.ts'

type UserTableProps = {
  users: readonly ListedUser[]
  /** The id of the user in the panel. */
  shown: string | undefined
  order: UserOrder
  onOrder: (order: UserOrder) => void
  onOpen: (id: string) => void
}

export function UserTable({ users, shown, order, onOrder, onOpen }: UserTableProps) {
  const header = (sort: UserSort, label: string, className: string) => (
    <SortHeader {...{ sort, label, className, order, onOrder }} />
  )
  return (
    <Table aria-label="Users" className="table-fixed">
      <TableHead>
        <TableRow>
          {header('email', 'User', '')}
          <TableHeader className="w-28">Status</TableHeader>
          <TableHeader className="hidden w-36 md:table-cell">Sign-in methods</TableHeader>
          {header('created_at', 'Created', 'hidden w-32 sm:table-cell')}
          {header('last_sign_in_at', 'Last sign-in', 'hidden w-32 lg:table-cell')}
          <TableHeader className="hidden w-28 xl:table-cell">User ID</TableHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {users.map((user) => (
          <TableRow
            key={user.id}
            className={classNames('relative', user.id === shown && 'bg-selected')}
          >
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
            <TableCell>
              <UserState user={user} />
            </TableCell>
            <TableCell className="hidden truncate text-muted md:table-cell">
              {user.providers.map(providerName).join(', ') || 'None'}
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
              {user.created_at && <Time date={user.created_at} className="relative" />}
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted lg:table-cell">
              {user.last_sign_in_at ? (
                <Time date={user.last_sign_in_at} className="relative" />
              ) : (
                'Never'
              )}
            </TableCell>
            <TableCell className="hidden truncate font-mono text-muted xl:table-cell">
              {user.id}
            </TableCell>
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
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
  // Newest first; addresses in their alphabetical order.
  const first = sort === 'email' ? 'asc' : 'desc'
  const other = isAscending ? 'desc' : 'asc'
  return (
    <TableHeader className={className} aria-sort={isSorted ? direction : 'none'}>
      <button
        type="button"
        className="inline-flex items-center gap-1 hover:text-text"
        onClick={() => onOrder({ sort, order: isSorted ? other : first })}
      >
        {label}
        {isSorted && <Arrow className="size-3" />}
      </button>
    </TableHeader>
  )
}

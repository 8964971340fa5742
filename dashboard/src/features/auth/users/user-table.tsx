import type { ListedUser } from '@stoa/contract/services/auth/members'
import type { RecordSelection } from '../../../components/list/record-columns.ts'
import {
  NameButton,
  RecordTable,
  type RecordColumn,
} from '../../../components/list/record-table.tsx'
import type { UserOrder, UserSort } from '../../../data/resources/services/auth/users.ts'
import { nameOf } from '../words.ts'

type UserTableProps = {
  users: readonly ListedUser[]
  columns: readonly RecordColumn<ListedUser, UserSort>[]
  /** The id of the user in the panel. */
  shown: string | undefined
  order: UserOrder
  /** The selection, for members who can delete users. */
  chosen: RecordSelection<string> | undefined
  onOrder: (order: UserOrder) => void
  onOpen: (id: string) => void
  onDelete: () => void
}

export const UserTable = ({
  users,
  columns,
  shown,
  chosen,
  order,
  onOrder,
  onOpen,
  onDelete,
}: UserTableProps) => (
  <RecordTable
    label="Users"
    items={users}
    nameOf={nameOf}
    columns={[nameColumn(onOpen), ...columns]}
    shownId={shown}
    selection={chosen}
    order={order}
    onOrder={onOrder}
    onDelete={onDelete}
    canShowAll={false}
  />
)

const nameColumn = (onOpen: (id: string) => void): RecordColumn<ListedUser, UserSort> => ({
  header: 'User',
  cell: (user) => (
    <>
      <NameButton coversRow className="font-medium" onClick={() => onOpen(user.id)}>
        {nameOf(user)}
      </NameButton>
      {user.name && (user.email ?? user.phone) && (
        <div className="truncate text-muted">{user.email ?? user.phone}</div>
      )}
    </>
  ),
})

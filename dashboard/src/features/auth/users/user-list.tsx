import { MAX_DELETED_USERS, type UserFilter } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import { RouteSearchField } from '../../../components/list/search-field.tsx'
import { useSelection } from '../../../components/list/use-selection.ts'
import {
  useUserCount,
  useUsers,
  type UserOrder,
} from '../../../data/resources/services/auth/users.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { DeleteUsers } from './delete-users.tsx'
import { useUserColumns } from './user-columns.tsx'
import { UserTable } from './user-table.tsx'
import { filterOf, firstOrderOf, orderOf, type UsersSearch } from './users-search.ts'
import { PROVIDERS } from '../settings/providers.ts'
import { providerName } from '../words.ts'

type UserListProps = {
  projectRef: string
  /** Whether the member can delete users. */
  canWrite: boolean
  search: UsersSearch
  onSearch: (search: UsersSearch, options?: { replace?: boolean }) => void
}

type State = NonNullable<UserFilter['state']>

const STATES = [
  { value: 'all', label: 'All users' },
  { value: 'confirmed', label: 'Confirmed' },
  { value: 'unconfirmed', label: 'Not confirmed' },
  { value: 'anonymous', label: 'Anonymous' },
  { value: 'banned', label: 'Banned' },
] as const satisfies readonly { value: State | 'all'; label: string }[]

const MATCHES = [
  { value: 'start', label: 'Starts with', description: 'Email, phone, or user ID. Fast.' },
  {
    value: 'contains',
    label: 'Contains',
    description: 'Also searches names. Slow with many users.',
  },
] as const

const ALL_METHODS = { value: 'all', label: 'All sign-in methods' }

const METHODS: readonly { value: string; label: string }[] = [
  ALL_METHODS,
  ...['email', 'phone', 'web3'].map((value) => ({ value, label: providerName(value) })),
  ...PROVIDERS,
]

/** The methods to filter by. A link can name one more, such as a custom provider. */
const methodOptions = (chosen: string | undefined) =>
  chosen === undefined || METHODS.some(({ value }) => value === chosen)
    ? METHODS
    : [...METHODS, { value: chosen, label: providerName(chosen) }]

/** The users that match, with the filters above them. */
export function UserList({ projectRef, canWrite, search, onSearch }: UserListProps) {
  const filter = filterOf(search)
  const users = useUsers(projectRef, filter, orderOf(search))
  const hasFilter = Object.keys(filter).length > 0
  const rows = users.data?.pages.flatMap((page) => page.users)
  const columns = useUserColumns()
  const chosen = useSelection(
    (rows ?? []).map(({ id }) => id),
    MAX_DELETED_USERS,
  )
  const [isAsked, setIsAsked] = useState(false)
  const order = ({ sort, order: direction }: UserOrder) =>
    onSearch(
      { ...search, sort, order: direction === firstOrderOf(sort) ? undefined : direction },
      { replace: true },
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <RouteSearchField
          label="Search users"
          placeholder="Email, phone, or user ID"
          value={search.search ?? ''}
          onValueChange={(text) =>
            onSearch({ ...search, search: text || undefined }, { replace: true })
          }
        />
        <Select
          aria-label="How to search"
          className="w-32"
          value={search.match ?? 'start'}
          options={MATCHES}
          onValueChange={(match) =>
            onSearch(
              { ...search, match: match === 'contains' ? match : undefined },
              { replace: true },
            )
          }
        />
        <Select
          aria-label="Show"
          className="w-36"
          value={search.state ?? 'all'}
          options={STATES}
          onValueChange={(state) =>
            onSearch({ ...search, state: state === 'all' ? undefined : state }, { replace: true })
          }
        />
        <Select
          aria-label="Sign-in method"
          className="w-44"
          value={search.provider ?? ALL_METHODS.value}
          options={methodOptions(search.provider)}
          onValueChange={(provider) =>
            onSearch(
              { ...search, provider: provider === ALL_METHODS.value ? undefined : provider },
              { replace: true },
            )
          }
        />
        <ColumnsMenu shown={columns.shown} onToggle={columns.toggle} />
        <UserCount projectRef={projectRef} filter={filter} />
      </div>
      {chosen.ids.size > 0 && (
        <DeleteUsers projectRef={projectRef} chosen={chosen} isAsked={isAsked} onAsk={setIsAsked} />
      )}
      <QueryList
        label="users"
        query={{ ...users, data: rows }}
        isSearched={hasFilter}
        noResults="No user matches this search."
        empty={{
          ...EMPTY,
          action: canWrite && (
            <Button variant="primary" onClick={() => onSearch({ ...search, panel: 'new' })}>
              New user
            </Button>
          ),
        }}
        pages={users}
      >
        {(shown) => (
          <UserTable
            users={shown}
            columns={columns.shown}
            shown={search.user}
            order={orderOf(search)}
            chosen={canWrite ? chosen : undefined}
            onOrder={order}
            onOpen={(user) => onSearch({ ...search, user })}
            onDelete={() => setIsAsked(true)}
          />
        )}
      </QueryList>
    </div>
  )
}

const EMPTY = {
  title: 'No users yet',
  description: 'Users appear here when they sign up for one of your apps.',
}

function UserCount({ projectRef, filter }: { projectRef: string; filter: UserFilter }) {
  const [exactFilter, setExactFilter] = useState<string>()
  const filterText = JSON.stringify(filter)
  // An exact count can be slow, so each filter needs its own request for one.
  const { data, isFetching } = useUserCount(projectRef, filter, exactFilter === filterText)
  if (!data) return null
  const isEstimate = data.is_estimate
  const hasFilter = Object.keys(filter).length > 0
  const count = formatCount(Math.round(data.count))
  const estimate = hasFilter ? `More than ${count}` : `About ${count}`
  return (
    <p className="flex items-center gap-2 text-xs text-muted tabular-nums sm:ml-auto">
      {isEstimate ? estimate : count} {data.count === 1 ? 'user' : 'users'}
      {isEstimate && (
        <Button
          size="sm"
          variant="ghost"
          pending={isFetching}
          onClick={() => setExactFilter(filterText)}
        >
          Count exactly
        </Button>
      )}
    </p>
  )
}

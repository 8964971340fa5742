import type { ListedUser } from '@stoa/contract/services/auth/members'
import type { RecordColumn } from '../../../components/list/record-columns.ts'
import { Time } from '../../../components/time.tsx'
import type { UserSort } from '../../../data/resources/services/auth/users.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { providerName } from '../words.ts'
import { UserState } from './user-state.tsx'
import { firstOrderOf } from './users-search.ts'

/** A column that can be hidden, by its name. */
export type UserColumn = RecordColumn<ListedUser, UserSort> & { name: string }

const time = (date: string | null, none: string) =>
  date ? <Time date={date} className="relative" /> : none

/** The columns that can be hidden. The first column, the user, is always visible. */
export const COLUMNS: readonly UserColumn[] = [
  {
    name: 'status',
    header: 'Status',
    className: 'w-28',
    cell: (user) => <UserState user={user} />,
  },
  {
    name: 'email',
    header: 'Email',
    sort: 'email',
    className: 'hidden w-52 sm:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ email }) => email,
  },
  {
    name: 'phone',
    header: 'Phone',
    sort: 'phone',
    className: 'hidden w-36 sm:table-cell',
    textClassName: 'truncate text-muted tabular-nums',
    cell: ({ phone }) => phone,
  },
  {
    name: 'providers',
    header: 'Sign-in methods',
    className: 'hidden w-36 md:table-cell',
    textClassName: 'truncate text-muted',
    cell: ({ providers }) => providers.map(providerName).join(', ') || 'None',
  },
  {
    name: 'created_at',
    header: 'Created',
    sort: 'created_at',
    firstOrder: firstOrderOf('created_at'),
    className: 'hidden w-32 sm:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ created_at: date }) => time(date, 'Unknown'),
  },
  {
    name: 'last_sign_in_at',
    header: 'Last sign-in',
    sort: 'last_sign_in_at',
    firstOrder: firstOrderOf('last_sign_in_at'),
    className: 'hidden w-32 lg:table-cell',
    textClassName: 'whitespace-nowrap text-muted',
    cell: ({ last_sign_in_at: date }) => time(date, 'Never'),
  },
  {
    name: 'id',
    header: 'User ID',
    className: 'hidden w-28 xl:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ id }) => id,
  },
]

const HIDDEN = ['email', 'phone']

const isNames = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')

/** The visible columns. The choice is kept in this browser. */
export function useUserColumns() {
  const [hidden, setHidden] = useSetting<string[]>('stoa.users.hidden-columns', HIDDEN, isNames)
  return {
    shown: COLUMNS.filter(({ name }) => !hidden.includes(name)),
    toggle: (name: string) =>
      setHidden(hidden.includes(name) ? hidden.filter((each) => each !== name) : [...hidden, name]),
  }
}

import type { ListedUser } from '@stoa/contract/services/auth/members'
import type { ReactNode } from 'react'
import { Time } from '../../../components/time.tsx'
import type { UserSort } from '../../../data/resources/services/auth/users.ts'
import { useSetting } from '../../../lib/use-setting.ts'
import { providerName } from '../words.ts'
import { UserState } from './user-state.tsx'

export type UserColumn = {
  name: string
  label: string
  sort?: UserSort
  /** The width, and the minimum window width at which the column is shown. */
  className: string
  cell: (user: ListedUser) => ReactNode
}

const time = (date: string | null, none: string) =>
  date ? <Time date={date} className="relative" /> : none

/** The columns that can be hidden. The first column, the user, is always visible. */
export const COLUMNS: readonly UserColumn[] = [
  {
    name: 'status',
    label: 'Status',
    className: 'w-28',
    cell: (user) => <UserState user={user} />,
  },
  {
    name: 'email',
    label: 'Email',
    sort: 'email',
    className: 'hidden w-52 truncate text-muted sm:table-cell',
    cell: ({ email }) => email,
  },
  {
    name: 'phone',
    label: 'Phone',
    sort: 'phone',
    className: 'hidden w-36 truncate text-muted tabular-nums sm:table-cell',
    cell: ({ phone }) => phone,
  },
  {
    name: 'providers',
    label: 'Sign-in methods',
    className: 'hidden w-36 truncate text-muted md:table-cell',
    cell: ({ providers }) => providers.map(providerName).join(', ') || 'None',
  },
  {
    name: 'created_at',
    label: 'Created',
    sort: 'created_at',
    className: 'hidden w-32 whitespace-nowrap text-muted sm:table-cell',
    cell: ({ created_at: date }) => time(date, 'Unknown'),
  },
  {
    name: 'last_sign_in_at',
    label: 'Last sign-in',
    sort: 'last_sign_in_at',
    className: 'hidden w-32 whitespace-nowrap text-muted lg:table-cell',
    cell: ({ last_sign_in_at: date }) => time(date, 'Never'),
  },
  {
    name: 'id',
    label: 'User ID',
    className: 'hidden w-28 truncate font-mono text-muted xl:table-cell',
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

import type { ListedUser } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { useUser } from '../data/resources/services/auth/user.ts'
import { useFoundUsers } from '../data/resources/services/auth/users.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { Combobox } from '../ui/inputs/combobox.tsx'
import type { FieldControlProps } from '../ui/forms/field.tsx'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const NONE = 'none'

type UserPickerProps = Partial<FieldControlProps> & {
  projectRef: string
  /** The id of the selected user. */
  value: string | undefined
  onValueChange: (value: string | undefined) => void
  'aria-label'?: string
  className?: string
}

/** Selects one of the project's users, or the ID of a user who was deleted. The server searches. */
export function UserPicker({ projectRef, value, onValueChange, ...control }: UserPickerProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const found = useFoundUsers(projectRef, search)
  const chosen = useUser(projectRef, value)
  const users = (found.data?.users ?? []).map(optionOf)
  const isListed = (id: string) => users.some((option) => option.value === id)
  const options = [
    ...(value !== undefined && search === '' ? [{ value: NONE, label: 'No user' }] : []),
    ...(value !== undefined && !isListed(value)
      ? [chosen.data ? optionOf(chosen.data) : { value, label: value }]
      : []),
    ...users,
    ...(UUID.test(search) && !found.isFetching && !isListed(search) && search !== value
      ? [{ value: search, label: search, detail: 'No such user' }]
      : []),
  ]
  return (
    <Combobox
      {...control}
      value={value}
      options={options}
      placeholder="No user"
      searchPlaceholder="Email, phone, or user ID"
      emptyText={emptyText(found)}
      onSearchChange={setTyped}
      onValueChange={(next) => onValueChange(next === NONE ? undefined : next)}
    />
  )
}

function emptyText({ isError, isFetching }: { isError: boolean; isFetching: boolean }): string {
  if (isError) return 'Could not load the users'
  return isFetching ? 'Searching' : 'No results'
}

const optionOf = ({ id, email, phone, name }: ListedUser) => ({
  value: id,
  label: email ?? phone ?? name ?? id,
  ...((email ?? phone ?? name) && { detail: id }),
})

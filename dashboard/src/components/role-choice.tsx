import type { Impersonation } from '@stoa/contract/services/impersonation'
import { Select } from '../ui/select.tsx'
import { UserPicker } from './user-picker.tsx'

type Role = Impersonation['role']

const ROLES = [
  { value: 'anon', label: 'Anonymous', description: 'anon: anyone with the publishable key' },
  {
    value: 'authenticated',
    label: 'Signed-in user',
    description: 'authenticated: policies apply to the selected user',
  },
  {
    value: 'service_role',
    label: 'Service role',
    description: 'service_role: bypasses row level security',
  },
] as const satisfies readonly { value: Role; label: string; description: string }[]

type RoleChoiceProps = {
  /** The name of the selection for assistive technology. */
  label: string
  projectRef: string
  value: Impersonation
  onChange: (value: Impersonation) => void
}

/** Selects the role of requests and, for `authenticated`, one of the project's users. */
export function RoleChoice({ label, projectRef, value, onChange }: RoleChoiceProps) {
  const isUser = value.role === 'authenticated'
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
      <Select
        aria-label={label}
        value={value.role}
        options={ROLES}
        onValueChange={(role) => onChange({ role })}
        className="w-40"
      />
      {isUser && (
        <UserPicker
          aria-label="User"
          projectRef={projectRef}
          value={value.userId}
          onValueChange={(userId) =>
            onChange({ role: 'authenticated', ...(userId !== undefined && { userId }) })
          }
          className="w-56 max-w-full"
        />
      )}
    </div>
  )
}

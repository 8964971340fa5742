import type { Impersonation } from '@stoa/contract/services/impersonation'
import { classNames } from '../../lib/class-names.ts'
import { Select } from '../../ui/inputs/select.tsx'
import { UserPicker } from '../user-picker.tsx'

type Role = Impersonation['role']
type Option<Value extends string> = { value: Value; label: string; description: string }

const OWNER: Option<'postgres'> = {
  value: 'postgres',
  label: 'Project owner',
  description: 'postgres: bypasses row level security',
}

const ROLES: readonly Option<Role>[] = [
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
]

const LEVELS = [
  { value: 'aal1', label: 'AAL1', description: 'Signed in without a second factor' },
  { value: 'aal2', label: 'AAL2', description: 'Signed in with a second factor' },
] as const

type ChoiceProps = {
  /** The name of the selection for assistive technology. */
  label: string
  projectRef: string
  className?: string
}

type RoleChoiceProps = ChoiceProps & {
  value: Impersonation
  onChange: (value: Impersonation) => void
}

/** Selects the role of requests and, for `authenticated`, one of the project's users. */
export function RoleChoice({ label, className, value, onChange, projectRef }: RoleChoiceProps) {
  return (
    <div className={classNames('flex min-w-0 flex-wrap items-center gap-2', className)}>
      <Select
        aria-label={label}
        value={value.role}
        options={ROLES}
        onValueChange={(role) => onChange({ role })}
        className="w-40"
      />
      <UserChoice projectRef={projectRef} value={value} onChange={onChange} />
    </div>
  )
}

type OwnerOrRoleChoiceProps = ChoiceProps & {
  /** Undefined for the project's owner. */
  value: Impersonation | undefined
  onChange: (value: Impersonation | undefined) => void
}

/**
 * Same as above, with the project's owner as a further role, for actions that the API does not
 * offer.
 */
export function OwnerOrRoleChoice({ label, className, ...props }: OwnerOrRoleChoiceProps) {
  const { value, onChange, projectRef } = props
  return (
    <div className={classNames('flex min-w-0 flex-wrap items-center gap-2', className)}>
      <Select
        aria-label={label}
        value={value?.role ?? OWNER.value}
        options={[OWNER, ...ROLES]}
        onValueChange={(role) => onChange(role === 'postgres' ? undefined : { role })}
        className="w-40"
      />
      {value && <UserChoice projectRef={projectRef} value={value} onChange={onChange} />}
    </div>
  )
}

/** The user and the assurance level of role `authenticated`. */
function UserChoice({ projectRef, value, onChange }: Omit<RoleChoiceProps, 'label'>) {
  if (value.role !== 'authenticated') return null
  const { userId, claims } = value
  const level = claims?.['aal'] === 'aal2' ? 'aal2' : 'aal1'
  return (
    <>
      <UserPicker
        aria-label="User"
        projectRef={projectRef}
        value={userId}
        onValueChange={(next) =>
          onChange({
            role: 'authenticated',
            ...(next !== undefined && { userId: next }),
            ...(claims && { claims }),
          })
        }
        className="w-56 max-w-full"
      />
      <Select
        aria-label="Assurance level"
        value={level}
        options={LEVELS}
        onValueChange={(aal) => onChange({ ...value, claims: { ...claims, aal } })}
        className="w-20"
      />
    </>
  )
}

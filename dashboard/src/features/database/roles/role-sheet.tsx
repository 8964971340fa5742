import { RolePassword, type ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { NewName } from '@stoa/contract/services/meta/params'
import type { DatabaseRole } from '@stoa/contract/services/meta/privileges'
import { z } from 'zod'
import { checkedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Option } from '../../../components/form/option.tsx'
import { NameField } from '../list/name-field.tsx'

const OPTIONS = [
  { key: 'can_login', label: 'Can sign in' },
  { key: 'can_create_db', label: 'Can create databases' },
  { key: 'can_create_role', label: 'Can create roles' },
  { key: 'can_bypass_rls', label: 'Bypasses row level security' },
] as const

/** An empty password is none, or leaves the old one. */
const passwordProblem = (text: string) =>
  text === '' ? undefined : RolePassword.safeParse(text).error?.issues[0]?.message

const Role = z.object({
  name: NewName,
  can_login: z.boolean(),
  password: checkedBy(passwordProblem),
  can_create_db: z.boolean(),
  can_create_role: z.boolean(),
  can_bypass_rls: z.boolean(),
})
type RoleDraft = z.infer<typeof Role>

type RoleSheetProps = {
  projectRef: string
  /** The role to change; a new one if absent. */
  role?: DatabaseRole
  onClose: () => void
}

/** Creates or changes a role, and shows its SQL before it runs. */
export function RoleSheet({ projectRef, role, onClose }: RoleSheetProps) {
  const before = {
    name: role?.name ?? '',
    can_login: role?.can_login ?? true,
    can_create_db: role?.can_create_db ?? false,
    can_create_role: role?.can_create_role ?? false,
    can_bypass_rls: role?.can_bypass_rls ?? false,
  }
  const {
    values: draft,
    body,
    problems,
    change,
    state,
  } = useForm<RoleDraft, RoleDraft>({
    kind: 'record',
    values: { ...before, password: '' },
    schema: Role,
  })
  const changeOf = (wanted: RoleDraft) => (role ? alterRole(before, wanted) : createRole(wanted))
  return (
    <Sheet open size="lg" title={role ? `Edit ${role.name}` : 'New role'} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={body && changeOf(body)}
        submitLabel={role ? 'Save role' : 'Create role'}
        success={role ? 'Role changed' : 'Role created'}
        onClose={onClose}
      >
        {!role && (
          <NameField
            value={draft.name}
            error={problems.name}
            onChange={(name) => change({ name })}
          />
        )}
        <fieldset className="grid gap-2">
          <legend className="mb-2 text-sm font-medium">Attributes</legend>
          {OPTIONS.map(({ key, label }) => (
            <Option key={key} checked={draft[key]} onChange={(next) => change({ [key]: next })}>
              {label}
            </Option>
          ))}
        </fieldset>
        {draft.can_login && (
          <Field
            label="Password"
            aside="optional"
            error={problems.password}
            description={
              role
                ? 'If empty, the password does not change.'
                : 'Without a password, the role can’t sign in.'
            }
          >
            {(control) => (
              <Input
                {...control}
                className="font-mono text-xs"
                autoComplete="new-password"
                value={draft.password}
                onChange={(event) => change({ password: event.target.value })}
              />
            )}
          </Field>
        )}
      </ChangeForm>
    </Sheet>
  )
}

/** A role that can't sign in needs no password. */
const passwordOf = ({ can_login, password }: RoleDraft) =>
  can_login && password !== '' ? { password } : {}

/** Attributes that are off are those of every new role, except that it signs in. */
const createRole = (draft: RoleDraft): ObjectChange => ({
  kind: 'create_role',
  name: draft.name,
  can_login: draft.can_login,
  ...(draft.can_create_db && { can_create_db: true }),
  ...(draft.can_create_role && { can_create_role: true }),
  ...(draft.can_bypass_rls && { can_bypass_rls: true }),
  ...passwordOf(draft),
})

/** The attributes that differ, and the password if there is a new one. */
function alterRole(
  before: Omit<RoleDraft, 'password'>,
  draft: RoleDraft,
): ObjectChange | undefined {
  const changed = OPTIONS.filter(({ key }) => draft[key] !== before[key])
  const attributes = Object.fromEntries(changed.map(({ key }) => [key, draft[key]]))
  const password = passwordOf(draft)
  return changed.length === 0 && password.password === undefined
    ? undefined
    : { kind: 'alter_role', name: before.name, ...attributes, ...password }
}

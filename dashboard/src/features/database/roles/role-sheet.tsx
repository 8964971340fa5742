import { NewName } from '@stoa/contract/services/meta/params'
import type { DatabaseRole } from '@stoa/contract/services/meta/privileges'
import { z } from 'zod'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { SqlForm } from '../../../components/sql-form/sql-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { alterRoleSql, createRoleSql, type RoleDraft } from '../object-sql.ts'
import { Option } from '../list/option.tsx'
import { NameField } from '../list/name-field.tsx'

const OPTIONS = [
  { key: 'canLogin', label: 'Can sign in' },
  { key: 'canCreateDb', label: 'Can create databases' },
  { key: 'canCreateRole', label: 'Can create roles' },
  { key: 'canBypassRls', label: 'Bypasses row level security' },
] as const

const Role = z.object({
  name: NewName,
  canLogin: z.boolean(),
  password: z.string(),
  canCreateDb: z.boolean(),
  canCreateRole: z.boolean(),
  canBypassRls: z.boolean(),
})

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
    canLogin: role?.can_login ?? true,
    canCreateDb: role?.can_create_db ?? false,
    canCreateRole: role?.can_create_role ?? false,
    canBypassRls: role?.can_bypass_rls ?? false,
  }
  const {
    values: draft,
    body,
    problems,
    showProblems,
    isDirty,
    change,
  } = useFormValues<RoleDraft, RoleDraft>({ ...before, password: '' }, Role)
  const sqlOf = (wanted: RoleDraft) => (role ? alterRoleSql(before, wanted) : createRoleSql(wanted))
  return (
    <Sheet open size="lg" title={role ? `Edit ${role.name}` : 'New role'} onClose={onClose}>
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        showProblems={showProblems}
        sql={body ? sqlOf(body) : ''}
        submitLabel={role ? 'Save role' : 'Create role'}
        success={role ? 'Role changed' : 'Role created'}
        isMigration={false}
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
        {draft.canLogin && (
          <Field
            label="Password"
            aside="optional"
            description={
              role
                ? 'If empty, the password does not change. The SQL below contains the new one.'
                : 'Without a password, the role can’t sign in. The SQL below contains it.'
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
      </SqlForm>
    </Sheet>
  )
}

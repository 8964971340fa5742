import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { fieldsCheckedBy } from '../form/checked-by.ts'
import { useForm } from '../form/use-form.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { formatRoles, parseRoles } from './role-list.ts'
import { PolicyFields, rolesProblem } from './policy-fields.tsx'
import { PolicyForm, policyNameProblem } from './policy-form.tsx'
import {
  createPolicies,
  hasCheck,
  hasUsing,
  type PolicyCommand,
  type PolicyDraft,
} from './policy-changes.ts'

const COMMANDS: readonly { value: PolicyCommand; label: string }[] = [
  { value: 'ALL', label: 'All operations' },
  { value: 'SELECT', label: 'SELECT' },
  { value: 'INSERT', label: 'INSERT' },
  { value: 'UPDATE', label: 'UPDATE' },
  { value: 'DELETE', label: 'DELETE' },
]

type CustomPolicyFormProps = {
  projectRef: string
  table: TableDetail
  initial: PolicyDraft
  onClose: () => void
}

/** Every part of a new policy as a field. */
export function CustomPolicyForm({ projectRef, table, initial, onClose }: CustomPolicyFormProps) {
  const typed = {
    ...initial,
    isRestrictive: initial.isRestrictive === true,
    roles: formatRoles(initial.roles),
  }
  const schema = fieldsCheckedBy<typeof typed>((fields) => ({
    name: policyNameProblem(table, [fields.name.trim()]),
    roles: rolesProblem(parseRoles(fields.roles)),
    ...missingExpression(fields),
  }))
  const { values, body, problems, change, state } = useForm({
    values: typed,
    schema,
  })
  const { roles, ...draft } = values
  return (
    <PolicyForm
      projectRef={projectRef}
      state={state}
      name={draft.name}
      onName={(next) => change({ name: next })}
      nameProblem={problems.name}
      change={
        body &&
        createPolicies(table, [{ ...body, name: body.name.trim(), roles: parseRoles(body.roles) }])
      }
      submitLabel="Create policy"
      success="Policy created"
      onClose={onClose}
      below={
        <>
          <RadioGroup
            aria-label="Kind"
            value={draft.isRestrictive ? 'restrictive' : 'permissive'}
            onValueChange={(kind) => change({ isRestrictive: kind === 'restrictive' })}
          >
            <Radio
              value="permissive"
              label="Permissive"
              description="A row is accessible if one permissive policy allows it."
            />
            <Radio
              value="restrictive"
              label="Restrictive"
              description="A row is accessible only if every restrictive policy allows it, in addition to a permissive one."
            />
          </RadioGroup>
          <Field label="Operation">
            {(control) => (
              <Select
                {...control}
                className="w-64 max-w-full"
                value={draft.command}
                options={COMMANDS}
                onValueChange={(command) => change({ command })}
              />
            )}
          </Field>
          <PolicyFields
            command={draft.command}
            values={{ roles, using: draft.using, check: draft.check }}
            problems={problems}
            onChange={change}
          />
        </>
      }
    />
  )
}

const MISSING = 'Enter an expression. Use true to match every row.'

/** Postgres would accept a policy without an expression, which then matches every row. */
function missingExpression({
  command,
  using,
  check,
}: Pick<PolicyDraft, 'command' | 'using' | 'check'>) {
  if (hasUsing(command)) return { using: using.trim() === '' ? MISSING : undefined }
  return { check: hasCheck(command) && check.trim() === '' ? MISSING : undefined }
}

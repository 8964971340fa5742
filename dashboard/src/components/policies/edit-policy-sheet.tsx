import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { useReadPolicy } from '../../data/resources/services/meta/policies.ts'
import { fieldsCheckedBy } from '../form/checked-by.ts'
import { useForm } from '../form/use-form.ts'
import { Sheet } from '../../ui/overlays/sheet.tsx'
import { formatRoles, parseRoles } from './role-list.ts'
import { PolicyFields, rolesProblem } from './policy-fields.tsx'
import { PolicyForm, policyNameProblem } from './policy-form.tsx'
import { alterPolicy, createPolicies, draftOf, type PolicyTable } from './policy-changes.ts'

type EditPolicySheetProps = {
  projectRef: string
  table: Pick<TableDetail, 'schema' | 'name' | 'policies'>
  policy: Policy
  onClose: () => void
}

/** Changes the name, roles and expressions of a policy. Postgres can't change its command. */
export function EditPolicySheet({ projectRef, table, policy, onClose }: EditPolicySheetProps) {
  const readPolicy = useReadPolicy(projectRef)
  const before = draftOf(policy)
  const others = { policies: table.policies.filter((other) => other.name !== policy.name) }
  const typed = { ...before, roles: formatRoles(before.roles) }
  const schema = fieldsCheckedBy<typeof typed>(({ name, roles, using, check }) => ({
    name: policyNameProblem(others, [name.trim()]),
    roles: rolesProblem(parseRoles(roles)),
    using: emptied(before.using, using),
    check: emptied(before.check, check),
  }))
  const { values, body, problems, change, state } = useForm({
    kind: 'record',
    values: typed,
    schema,
  })
  const { name, roles, using, check } = values
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Edit policy on <span className="font-mono">{table.name}</span>
        </>
      }
      description={`Applies to ${policy.command === 'ALL' ? 'all operations' : policy.command}. To change the operation, delete the policy and create another.`}
      onClose={onClose}
    >
      <PolicyForm
        projectRef={projectRef}
        state={state}
        name={name}
        onName={(next) => change({ name: next })}
        nameProblem={problems.name}
        change={
          body &&
          alterPolicy(table, policy, {
            ...body,
            name: body.name.trim(),
            roles: parseRoles(body.roles),
          })
        }
        guard={{
          replaces: replacing(table, policy),
          readCurrent: async () => {
            const now = await readPolicy(table, policy.name)
            return (
              now && {
                change: createPolicies(table, [draftOf(now)]),
                replaces: replacing(table, now),
              }
            )
          },
        }}
        submitLabel="Save policy"
        success="Policy saved"
        onClose={onClose}
        below={
          <PolicyFields
            command={policy.command}
            values={{ roles, using, check }}
            problems={problems}
            onChange={change}
          />
        }
      />
    </Sheet>
  )
}

const replacing = (
  { schema, name: table }: PolicyTable,
  { name, roles, using, check }: Policy,
): Replaced => ({ kind: 'policy', schema, table, name, roles, using, check })

/** Postgres can replace an expression of a policy but not remove it. */
const emptied = (before: string, now: string): string | undefined =>
  before !== '' && now.trim() === ''
    ? 'Enter an expression. Use true to match every row.'
    : undefined

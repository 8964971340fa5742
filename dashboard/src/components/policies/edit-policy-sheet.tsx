import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { parseNameList } from '../settings/name-list.ts'
import { PolicyForm, policyNameProblem } from './policy-form.tsx'
import { alterPolicySql, draftOf, hasCheck, hasUsing } from './policy-sql.ts'

type EditPolicySheetProps = {
  projectRef: string
  table: TableDetail
  policy: Policy
  onClose: () => void
}

/** Changes the name, roles and expressions of a policy. Postgres can't change its command. */
export function EditPolicySheet({ projectRef, table, policy, onClose }: EditPolicySheetProps) {
  const before = draftOf(policy)
  const [draft, setDraft] = useState(before)
  const [roles, setRoles] = useState(before.roles.join(', '))
  const name = draft.name.trim()
  const wanted = { ...draft, name, roles: parseNameList(roles) }
  const others = { policies: table.policies.filter((other) => other.name !== policy.name) }
  const problems = {
    roles: wanted.roles.length === 0 ? 'Enter at least one role.' : undefined,
    using: emptied(before.using, draft.using),
    check: emptied(before.check, draft.check),
  }
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
        name={draft.name}
        onName={(next) => setDraft({ ...draft, name: next })}
        nameProblem={policyNameProblem(others, [name])}
        canSubmit={Object.values(problems).every((problem) => problem === undefined)}
        sql={alterPolicySql(table, policy, wanted)}
        submitLabel="Save policy"
        success="Policy saved"
        onClose={onClose}
        below={
          <>
            <Field
              label="Roles"
              description="Separate with commas. public means all roles."
              error={problems.roles}
            >
              {(control) => (
                <Input
                  {...control}
                  className="font-mono text-xs"
                  autoComplete="off"
                  value={roles}
                  onChange={(event) => setRoles(event.target.value)}
                />
              )}
            </Field>
            {hasUsing(policy.command) && (
              <ExpressionField
                label="USING expression"
                description="Existing rows that the policy applies to."
                error={problems.using}
                value={draft.using}
                onValueChange={(using) => setDraft({ ...draft, using })}
              />
            )}
            {hasCheck(policy.command) && (
              <ExpressionField
                label="WITH CHECK expression"
                description={
                  hasUsing(policy.command)
                    ? 'New rows that the policy accepts. Leave empty to use the USING expression.'
                    : 'New rows that the policy accepts.'
                }
                error={problems.check}
                value={draft.check}
                onValueChange={(check) => setDraft({ ...draft, check })}
              />
            )}
          </>
        }
      />
    </Sheet>
  )
}

/** Postgres can replace an expression of a policy but not remove it. */
const emptied = (before: string, now: string): string | undefined =>
  before !== '' && now.trim() === ''
    ? 'Enter an expression. Use true to match every row.'
    : undefined

type ExpressionFieldProps = {
  label: string
  description?: string
  error?: string | undefined
  value: string
  onValueChange: (value: string) => void
}

/** A field for an SQL expression. */
export function ExpressionField({ value, onValueChange, ...props }: ExpressionFieldProps) {
  return (
    <Field {...props}>
      {(control) => (
        <Textarea
          {...control}
          className="font-mono text-xs"
          spellCheck={false}
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  )
}

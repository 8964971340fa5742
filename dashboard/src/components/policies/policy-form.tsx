import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ReactNode } from 'react'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { isTooLong, TOO_LONG } from '../sql-form/name-problem.ts'
import { SqlForm, type SqlFormProps } from '../sql-form/sql-form.tsx'

type PolicyFormProps = SqlFormProps & {
  name: string
  onName: (name: string) => void
  /** From `policyNameProblem`. */
  nameProblem: string | undefined
  /** The fields below the name. */
  below?: ReactNode
}

/** A form for policies. `children` are the fields above the name. */
export function PolicyForm({
  name,
  onName,
  nameProblem,
  canSubmit,
  children,
  below,
  ...form
}: PolicyFormProps) {
  return (
    <SqlForm {...form} canSubmit={canSubmit && nameProblem === undefined}>
      {children}
      <Field label="Policy name" error={nameProblem}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={63}
            autoComplete="off"
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      {below}
    </SqlForm>
  )
}

/** Why new policies of a table can't have these names, or undefined if they can. */
export function policyNameProblem(
  { policies }: Pick<TableDetail, 'policies'>,
  names: readonly string[],
): string | undefined {
  if (names.some((name) => name.trim() === '')) return 'Enter a name.'
  if (names.some(isTooLong)) return TOO_LONG
  const taken = names.find((name) => policies.some((policy) => policy.name === name))
  if (taken === undefined) return undefined
  return names.length === 1
    ? 'This table already has a policy with this name.'
    : `This table already has a policy with the name “${taken}”.`
}

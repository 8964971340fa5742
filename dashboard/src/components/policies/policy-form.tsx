import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { NewName } from '@stoa/contract/services/meta/params'
import type { ReactNode } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { ChangeForm, type ChangeFormProps } from '../sql-form/change-form.tsx'

type PolicyFormProps = ChangeFormProps & {
  name: string
  onName: (name: string) => void
  nameProblem: string | undefined
  /** The fields below the name. */
  below?: ReactNode
}

/** A form for policies. `children` are the fields above the name. */
export function PolicyForm({
  name,
  onName,
  nameProblem,
  children,
  below,
  ...form
}: PolicyFormProps) {
  return (
    <ChangeForm {...form}>
      {children}
      <Field label="Policy name" error={nameProblem}>
        {(control) => (
          <Input
            {...control}
            value={name}
            autoComplete="off"
            onChange={(event) => onName(event.target.value)}
          />
        )}
      </Field>
      {below}
    </ChangeForm>
  )
}

/** Like `policyNameProblem`, for policies that are named after the typed name. */
export const newNamesProblem = (
  table: Pick<TableDetail, 'policies'>,
  { typed, drafts }: { typed: string; drafts: readonly { name: string }[] },
): string | undefined =>
  policyNameProblem(table, drafts.length === 0 ? [typed.trim()] : drafts.map(({ name }) => name))

/** Why new policies of a table can't have these names, or undefined if they can. */
export function policyNameProblem(
  { policies }: Pick<TableDetail, 'policies'>,
  names: readonly string[],
): string | undefined {
  const invalid = names.map((name) => NewName.safeParse(name)).find(({ success }) => !success)
  if (invalid) return invalid.error?.issues[0]?.message
  const taken = names.find((name) => policies.some((policy) => policy.name === name))
  if (taken === undefined) return undefined
  return names.length === 1
    ? 'This table already has a policy with this name.'
    : `This table already has a policy with the name “${taken}”.`
}

import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { hasCheck, hasUsing, type PolicyCommand } from './policy-changes.ts'

/** The roles as typed, separated by commas, and the expressions of a policy. */
export type PolicyValues = { roles: string; using: string; check: string }

type PolicyFieldsProps = {
  command: PolicyCommand
  values: PolicyValues
  problems: { [Key in keyof PolicyValues]?: string | undefined }
  onChange: (values: PolicyValues) => void
}

/** The fields for the roles and rows that a policy applies to. */
export function PolicyFields({ command, values, problems, onChange }: PolicyFieldsProps) {
  return (
    <>
      <Field
        label="Roles"
        description="Separate with commas; put a name that contains one in double quotes. public means all roles."
        error={problems.roles}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            autoComplete="off"
            value={values.roles}
            onChange={(event) => onChange({ ...values, roles: event.target.value })}
          />
        )}
      </Field>
      {hasUsing(command) && (
        <ExpressionField
          label="USING expression"
          description="Existing rows that the policy applies to."
          error={problems.using}
          value={values.using}
          onValueChange={(using) => onChange({ ...values, using })}
        />
      )}
      {hasCheck(command) && (
        <ExpressionField
          label="WITH CHECK expression"
          description={
            hasUsing(command)
              ? 'New rows that the policy accepts. Leave empty to use the USING expression.'
              : 'New rows that the policy accepts.'
          }
          error={problems.check}
          value={values.check}
          onValueChange={(check) => onChange({ ...values, check })}
        />
      )}
    </>
  )
}

/** Why a policy can't have these roles, or undefined if it can. */
export const rolesProblem = (roles: readonly string[]): string | undefined =>
  roles.length === 0 ? 'Enter at least one role.' : undefined

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

import type { DatabaseParameter } from '@stoa/contract/services/meta/parameters'
import type { Replaced } from '@stoa/contract/services/meta/query'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { useRoles } from '../../../data/resources/services/meta/column-privileges.ts'
import { useReadParameter } from '../../../data/resources/services/meta/objects.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'

type ParameterSheetProps = {
  projectRef: string
  database: string
  parameter: DatabaseParameter
  onClose: () => void
}

/** The roles of API requests, and the owner's. Roles that members created follow. */
const ROLES = ['postgres', 'anon', 'authenticated', 'service_role']
const EVERYBODY = 'all'
const RESET = 'reset'

const Draft = z.object({ role: z.string(), value: z.string() })

/** Sets a parameter for new sessions of the database or of a role, or resets it. */
export function ParameterSheet({ projectRef, database, parameter, onClose }: ParameterSheetProps) {
  const { name, description, kind, overrides, default_value } = parameter
  const readParameter = useReadParameter(projectRef)
  const { data: allRoles = [] } = useRoles(projectRef)
  const roles = [...ROLES, ...allRoles.flatMap((role) => (role.is_managed ? [] : role.name))]
  const setFor = (role: string) => valueFor(overrides, role)
  const first = { role: '', value: setFor('') }
  const { values, change, state } = useForm({ values: first, schema: Draft })
  const isChanged = values.value.trim() !== setFor(values.role)
  const changeTo = (role: string, value: string) => ({
    kind: 'set_parameter' as const,
    name,
    role: role === '' ? null : role,
    value: value.trim() === '' ? null : value.trim(),
  })
  const choices = kind === 'bool' ? ['on', 'off'] : parameter.choices
  return (
    <Sheet open size="lg" title={`Set ${name}`} description={description} onClose={onClose}>
      <ChangeForm
        projectRef={projectRef}
        state={{ ...state, isDirty: state.isDirty && isChanged }}
        change={isChanged ? changeTo(values.role, values.value) : undefined}
        guard={{
          replaces: replacing(parameter, values.role),
          readCurrent: async () => {
            const now = await readParameter(name)
            return (
              now && {
                change: changeTo(values.role, valueFor(now.overrides, values.role)),
                replaces: replacing(now, values.role),
              }
            )
          },
        }}
        submitLabel={values.value.trim() === '' ? 'Reset' : 'Set'}
        success={values.value.trim() === '' ? 'Parameter reset' : 'Parameter set'}
        onClose={onClose}
      >
        <Field
          label="Sessions"
          description="Open sessions keep the value they started with. A role’s value takes precedence over the database’s."
        >
          {(control) => (
            <Select
              {...control}
              value={values.role || EVERYBODY}
              options={[
                { value: EVERYBODY, label: `All sessions of the database ${database}` },
                ...roles.map((role) => ({ value: role, label: `Sessions of the role ${role}` })),
              ]}
              onValueChange={(next) => {
                const role = next === EVERYBODY ? '' : next
                change({ role, value: setFor(role) })
              }}
            />
          )}
        </Field>
        <Field
          label="Value"
          description={`${limitsOf(parameter)}Leave it empty to use the ${values.role === '' ? `server’s value` : `database’s value`}${default_value === null ? '' : `; the default is ${default_value || 'empty'}`}.`}
        >
          {(control) =>
            choices.length > 0 ? (
              <Select
                {...control}
                value={values.value || RESET}
                options={[
                  { value: RESET, label: 'Not set' },
                  ...choices.map((choice) => ({ value: choice, label: choice })),
                ]}
                onValueChange={(next) => change({ value: next === RESET ? '' : next })}
              />
            ) : (
              <Input
                {...control}
                className="font-mono text-xs"
                autoComplete="off"
                spellCheck={false}
                placeholder={parameter.value}
                value={values.value}
                onChange={(event) => change({ value: event.target.value })}
              />
            )
          }
        </Field>
      </ChangeForm>
    </Sheet>
  )
}

const valueFor = (overrides: DatabaseParameter['overrides'], role: string): string =>
  overrides.find((override) => (override.role ?? '') === role)?.value ?? ''

const replacing = ({ name, overrides }: DatabaseParameter, role: string): Replaced => ({
  kind: 'parameter',
  name,
  role: role === '' ? null : role,
  value: overrides.find((override) => (override.role ?? '') === role)?.value ?? null,
})

function limitsOf({ kind, min, max, unit }: DatabaseParameter): string {
  if (kind !== 'integer' && kind !== 'real') return ''
  const range = min !== null && max !== null ? `From ${min} to ${max}` : 'A number'
  return unit === null ? `${range}. ` : `${range}, in ${unit} unless you add a unit. `
}

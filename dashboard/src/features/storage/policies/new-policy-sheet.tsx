import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { fieldsCheckedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { OperationChoice } from '../../../components/policies/operation-choice.tsx'
import { ExpressionField } from '../../../components/policies/policy-fields.tsx'
import { isEmptyCondition } from '../../../components/policies/policy-changes.ts'
import { newNamesProblem } from '../../../components/policies/policy-form.tsx'
import { TemplatePolicyForm } from '../../../components/policies/template-policy-form.tsx'
import { useConditionText } from '../../../data/resources/services/meta/sql-drafts.ts'
import { useSettledValue } from '../../../lib/use-settled-value.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import {
  allowedCalls,
  OPERATIONS,
  type Operation,
  type StorageTable,
} from '@stoa/contract/services/storage/policy-operations'
import {
  policiesFor,
  ROLES,
  suggestedName,
  templatesOf,
  type RolesChoice,
} from './storage-templates.ts'

type NewPolicySheetProps = {
  projectRef: string
  tables: Readonly<Record<StorageTable, TableDetail>>
  table: StorageTable
  /** The bucket whose files the policy is for; absent for all buckets. */
  bucket?: string | undefined
  onClose: () => void
}

const FIELDS = {
  folder: {
    label: 'Folder',
    description: 'A path such as public or reports/2026.',
    placeholder: 'public',
  },
  fileType: {
    label: 'File extension',
    description: 'Not case-sensitive.',
    placeholder: 'jpg',
  },
}

/** Creates storage policies from a template, and shows their SQL before it runs. */
export function NewPolicySheet({
  projectRef,
  tables,
  table: tableName,
  bucket,
  onClose,
}: NewPolicySheetProps) {
  const table = tables[tableName]
  const templates = templatesOf(tableName)
  const takenNames = table.policies.map((policy) => policy.name)
  /** The values, with the template's suggestions as defaults. */
  function filledIn({ typed, folder, fileType, ...fields }: Values) {
    const template = templates.find(({ id }) => id === fields.template)
    const {
      name = template ? suggestedName(template, bucket, takenNames) : '',
      operations = template?.operations ?? [],
      roles = template?.roles ?? 'everyone',
      condition = template?.condition({ bucket: bucket ?? null, folder, fileType }) ?? '',
    } = typed
    const drafts = policiesFor({
      name: name.trim(),
      operations: OPERATIONS.filter((operation) => operations.includes(operation)),
      roles: ROLES[roles].roles,
      condition,
    })
    const nameProblem = newNamesProblem(table, { typed: name, drafts })
    return { template, name, operations, roles, condition, drafts, nameProblem }
  }
  const schema = fieldsCheckedBy<Values>((fields) => {
    const { template: { field } = {}, condition, nameProblem } = filledIn(fields)
    return {
      ...(field !== undefined && isIncomplete(fields, field) && { [field]: 'Enter a value.' }),
      typed: isEmptyCondition(condition) ? 'Enter a condition.' : nameProblem,
    }
  })
  const form = useForm<Values, Values>({
    values: { template: templates[0]?.id, folder: '', fileType: '', typed: {} },
    schema,
  })
  const { values, body, problems, change, state } = form
  const { typed } = values
  const { template, name, operations, roles, condition, nameProblem } = filledIn(values)
  const type = (fields: Typed) => change({ typed: { ...typed, ...fields } })
  const field = template?.field
  const { text } = useConditionText(
    projectRef,
    useSettledValue(isIncomplete(values, field) ? undefined : condition),
  )
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          New policy on <span className="font-mono">storage.{tableName}</span>
        </>
      }
      description={descriptionOf(tableName, bucket)}
      onClose={onClose}
    >
      <TemplatePolicyForm
        {...{ projectRef, table, templates, template, name, nameProblem, state, onClose }}
        drafts={body && filledIn(body).drafts}
        onTemplate={(next) => change({ template: next?.id, typed: {} })}
        field={
          field && {
            ...FIELDS[field],
            value: values[field],
            problem: problems[field],
            onChange: (value) =>
              change({ [field]: value, typed: { ...typed, condition: undefined } }),
          }
        }
        onName={(next) => type({ name: next })}
        below={
          <>
            <Field label="Roles">
              {(control) => (
                <Select
                  {...control}
                  className="w-64 max-w-full"
                  value={roles}
                  options={ROLE_OPTIONS}
                  onValueChange={(next) => type({ roles: next })}
                />
              )}
            </Field>
            <Operations
              table={tableName}
              chosen={operations}
              onChange={(next) => type({ operations: next })}
            />
            <ExpressionField
              label="Condition"
              description="A policy applies to the rows for which this SQL expression is true."
              error={
                form.isSubmitted && isEmptyCondition(condition) ? 'Enter a condition.' : undefined
              }
              value={text}
              onValueChange={(next) => type({ condition: next })}
            />
          </>
        }
      />
    </Sheet>
  )
}

/** The changes to the template's suggestion. */
type Typed = {
  name?: string
  operations?: readonly Operation[]
  roles?: RolesChoice
  condition?: string | undefined
}

type Values = {
  /** The ID of the template. */
  template: string | undefined
  folder: string
  fileType: string
  typed: Typed
}

/** Whether the field of the template has no folder or extension yet. */
const isIncomplete = (values: Values, field: keyof typeof FIELDS | undefined) =>
  field !== undefined && values[field].replace(/[\s/.]/g, '') === ''

const ROLE_OPTIONS = (['everyone', 'authenticated', 'anon'] as const).map((value) => ({
  value,
  label: `${ROLES[value].label} (${ROLES[value].roles.join(', ')})`,
}))

function descriptionOf(table: StorageTable, bucket: string | undefined): string {
  if (table === 'buckets') return 'For the buckets themselves, not for their files.'
  return bucket === undefined ? 'For the files of all buckets.' : `For the files in ${bucket}.`
}

type OperationsProps = {
  table: StorageTable
  chosen: readonly Operation[]
  onChange: (operations: readonly Operation[]) => void
}

/** The operations to allow, with the client library calls that they allow together. */
function Operations({ table, chosen, onChange }: OperationsProps) {
  const calls = allowedCalls(table, chosen)
  return (
    <OperationChoice operations={OPERATIONS} chosen={chosen} onChange={onChange}>
      {calls.length === 0 ? (
        <p>These operations also need SELECT. Allow it here or in another policy.</p>
      ) : (
        <>
          <p>Allowed calls of the client library:</p>
          <ul className="flex flex-wrap gap-1" aria-label="Allowed calls">
            {calls.map((call) => (
              <li key={call} className="rounded-sm border bg-sunken px-1.5 font-mono text-2xs">
                {call}
              </li>
            ))}
          </ul>
        </>
      )}
    </OperationChoice>
  )
}

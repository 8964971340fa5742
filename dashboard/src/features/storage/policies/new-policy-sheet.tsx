import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useId } from 'react'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { ExpressionField } from '../../../components/policies/policy-fields.tsx'
import { PolicyForm, policyNameProblem } from '../../../components/policies/policy-form.tsx'
import { createPolicySql } from '../../../components/policies/policy-sql.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Radio, RadioGroup } from '../../../ui/radio.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
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
    description: 'Uppercase and lowercase are the same.',
    placeholder: 'jpg',
  },
}

/** Creates policies of storage from a template, and shows their SQL before it runs. */
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
  const { values, isDirty, change } = useFormValues<Values>({
    template: templates[0]?.id,
    folder: '',
    fileType: '',
    typed: {},
  })
  const template = templates.find(({ id }) => id === values.template)
  const { typed, folder, fileType } = values
  const {
    name = template ? suggestedName(template, bucket, takenNames) : '',
    operations = template?.operations ?? [],
    roles = template?.roles ?? 'everyone',
    condition = template?.condition({ bucket, folder, fileType }) ?? '',
  } = typed
  const type = (fields: Typed) => change({ typed: { ...typed, ...fields } })
  const drafts = policiesFor({
    name: name.trim(),
    operations: OPERATIONS.filter((operation) => operations.includes(operation)),
    roles: ROLES[roles].roles,
    condition,
  })
  const field = template?.field
  const isFilled = field === undefined || values[field].replace(/[\s/.]/g, '') !== ''
  const canSubmit = isFilled && condition.trim() !== ''
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
      <PolicyForm
        projectRef={projectRef}
        isDirty={isDirty}
        name={name}
        onName={(next) => type({ name: next })}
        nameProblem={policyNameProblem(
          table,
          drafts.length === 0 ? [name.trim()] : drafts.map((draft) => draft.name),
        )}
        canSubmit={canSubmit && drafts.length > 0}
        sql={canSubmit ? drafts.map((draft) => createPolicySql(table, draft)).join('\n\n') : ''}
        submitLabel={drafts.length > 1 ? 'Create policies' : 'Create policy'}
        success={drafts.length > 1 ? `${drafts.length} policies created` : 'Policy created'}
        onClose={onClose}
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
              value={condition}
              onValueChange={(next) => type({ condition: next })}
            />
          </>
        }
      >
        <RadioGroup
          aria-label="Template"
          value={template?.id ?? ''}
          onValueChange={(id) => change({ template: id, typed: {} })}
        >
          {templates.map(({ id, title, description }) => (
            <Radio key={id} value={id} label={title} description={description} />
          ))}
        </RadioGroup>
        {field !== undefined && (
          <Field label={FIELDS[field].label} description={FIELDS[field].description}>
            {(control) => (
              <Input
                {...control}
                className="max-w-64 font-mono text-xs"
                autoComplete="off"
                placeholder={FIELDS[field].placeholder}
                value={values[field]}
                onChange={(event) =>
                  change({
                    [field]: event.target.value,
                    typed: { ...typed, condition: undefined },
                  })
                }
              />
            )}
          </Field>
        )}
      </PolicyForm>
    </Sheet>
  )
}

/** What was changed from the template's suggestion. */
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

/** The operations to allow, with the calls of the client libraries that they allow together. */
function Operations({ table, chosen, onChange }: OperationsProps) {
  const id = useId()
  const calls = allowedCalls(table, chosen)
  return (
    <fieldset className="grid gap-2" aria-describedby={`${id}-calls`}>
      <legend className="mb-2 text-sm font-medium">Allowed operations</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {OPERATIONS.map((operation) => (
          <label key={operation} className="flex cursor-pointer items-center gap-2">
            <Checkbox
              checked={chosen.includes(operation)}
              onCheckedChange={(isChecked) =>
                onChange(
                  isChecked === true
                    ? [...chosen, operation]
                    : chosen.filter((each) => each !== operation),
                )
              }
            />
            <span className="font-mono text-xs">{operation}</span>
          </label>
        ))}
      </div>
      <div id={`${id}-calls`} className="grid gap-1 text-xs text-muted">
        {calls.length === 0 ? (
          <p>{noCalls(chosen.length)}</p>
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
      </div>
    </fieldset>
  )
}

const noCalls = (chosen: number): string =>
  chosen === 0
    ? 'Select at least one operation.'
    : 'These operations allow no call without SELECT, which another policy can allow.'

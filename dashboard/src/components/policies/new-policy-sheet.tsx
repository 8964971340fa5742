import type { TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { fieldsCheckedBy } from '../form/checked-by.ts'
import { useForm } from '../form/use-form.ts'
import { useConditionText } from '../../data/resources/services/meta/sql-drafts.ts'
import { useTable } from '../../data/resources/services/meta/tables.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { QueryError } from '../query-error.tsx'
import { CustomPolicyForm } from './custom-policy-form.tsx'
import { PolicyForm, policyNameProblem } from './policy-form.tsx'
import { createPolicies, type PolicyDraft } from './policy-changes.ts'
import { ownerColumns, POLICY_TEMPLATES, policyOf } from './policy-templates.ts'
import type { PolicyTemplate } from './policy-templates.ts'

type NewPolicySheetProps = {
  projectRef: string
  table: Pick<TableSummary, 'id' | 'name'>
  onClose: () => void
}

const TEMPLATES = ['read', 'read_own', 'insert', 'update', 'delete'] as const
const isTemplate = (value: string): value is PolicyTemplate => value in POLICY_TEMPLATES

/** Creates a policy, from a template or from scratch, and shows its SQL before it runs. */
export function NewPolicySheet({ projectRef, table, onClose }: NewPolicySheetProps) {
  const detail = useTable(projectRef, table.id)
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Create policy on <span className="font-mono">{table.name}</span>
        </>
      }
      onClose={onClose}
    >
      {detail.isPending && (
        <SheetBody className="grid content-start gap-3">
          <Skeleton className="h-24" />
          <Skeleton className="h-32" />
        </SheetBody>
      )}
      {detail.isError && (
        <SheetBody>
          <QueryError
            title="Could not load the table"
            error={detail.error}
            onRetry={() => void detail.refetch()}
          />
        </SheetBody>
      )}
      {detail.data !== undefined && (
        <Forms projectRef={projectRef} table={detail.data} onClose={onClose} />
      )}
    </Sheet>
  )
}

type FormsProps = { projectRef: string; table: TableDetail; onClose: () => void }

/** The templates come first. A custom policy starts as what the template would have created. */
function Forms(props: FormsProps) {
  const [custom, setCustom] = useState<PolicyDraft>()
  if (custom) return <CustomPolicyForm {...props} initial={custom} />
  return <TemplateForm {...props} onCustom={setCustom} />
}

type TemplateValues = {
  template: PolicyTemplate
  /** The template's name is used while it is undefined. */
  name: string | undefined
  owner: string | undefined
}

const nameOf = ({ template, name }: TemplateValues) => name ?? POLICY_TEMPLATES[template].name

type TemplateFormProps = FormsProps & { onCustom: (draft: PolicyDraft) => void }

function TemplateForm({ projectRef, table, onClose, onCustom }: TemplateFormProps) {
  const owners = ownerColumns(table)
  const schema = fieldsCheckedBy<TemplateValues>((fields) => ({
    name: policyNameProblem(table, [nameOf(fields).trim()]),
  }))
  const { values, body, change, state } = useForm<TemplateValues, TemplateValues>({
    values: { template: 'read', name: undefined, owner: owners[0] },
    schema,
  })
  const { template, owner } = values
  const wording = POLICY_TEMPLATES[template]
  const name = nameOf(values)
  const draft = policyOf({ template, name: name.trim(), owner })
  const using = useConditionText(projectRef, draft.using)
  const check = useConditionText(projectRef, draft.check)
  return (
    <PolicyForm
      projectRef={projectRef}
      state={state}
      name={name}
      onName={(next) => change({ name: next })}
      nameProblem={policyNameProblem(table, [name.trim()])}
      change={body && createPolicies(table, [draft])}
      submitLabel="Create policy"
      success="Policy created"
      onClose={onClose}
      below={
        <>
          {wording.needsOwner && (
            <Field
              label="User ID column"
              description="Contains the ID of the user who owns the row."
            >
              {(control) => (
                <Select
                  {...control}
                  value={owner}
                  options={owners.map((value) => ({ value, label: value }))}
                  onValueChange={(next) => change({ owner: next })}
                />
              )}
            </Field>
          )}
          <Button
            className="justify-self-start"
            disabled={!using.isCurrent || !check.isCurrent}
            onClick={() => onCustom({ ...draft, using: using.text, check: check.text })}
          >
            Customize
          </Button>
        </>
      }
    >
      <RadioGroup
        aria-label="Template"
        value={template}
        onValueChange={(next) => isTemplate(next) && change({ template: next })}
      >
        {TEMPLATES.map((key) => {
          const { title, description, needsOwner } = POLICY_TEMPLATES[key]
          const isMissing = needsOwner && owners.length === 0
          return (
            <Radio
              key={key}
              value={key}
              disabled={isMissing}
              label={title}
              description={
                isMissing ? 'Requires a column of type uuid with the user’s ID.' : description
              }
            />
          )
        })}
      </RadioGroup>
    </PolicyForm>
  )
}

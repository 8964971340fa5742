import type { FormState } from '../../ui/forms/form.tsx'
import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ReactNode } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { PolicyForm } from './policy-form.tsx'
import { createPolicies, type NewPolicyDraft } from './policy-changes.ts'

type Template = { id: string; title: string; description: string }

type TemplatePolicyFormProps<Kind extends Template> = {
  projectRef: string
  table: TableDetail
  templates: readonly Kind[]
  template: Kind | undefined
  onTemplate: (template: Kind | undefined) => void
  /** The field that the template needs. */
  field:
    | {
        label: string
        description: string
        placeholder: string
        value: string
        problem?: string | undefined
        onChange: (value: string) => void
      }
    | undefined
  name: string
  onName: (name: string) => void
  /** From `templatePolicySchema`. */
  nameProblem: string | undefined
  /** The policies to create; undefined while a field is invalid. */
  drafts: readonly NewPolicyDraft[] | undefined
  state: FormState
  /** The fields below the name. */
  below: ReactNode
  onClose: () => void
}

/** A form that creates one or several policies from a template, and shows their SQL. */
export function TemplatePolicyForm<Kind extends Template>({
  projectRef,
  table,
  templates,
  template,
  onTemplate,
  field,
  name,
  onName,
  nameProblem,
  drafts = [],
  state,
  below,
  onClose,
}: TemplatePolicyFormProps<Kind>) {
  return (
    <PolicyForm
      projectRef={projectRef}
      state={state}
      name={name}
      onName={onName}
      nameProblem={nameProblem}
      change={drafts.length === 0 ? undefined : createPolicies(table, drafts)}
      submitLabel={drafts.length > 1 ? 'Create policies' : 'Create policy'}
      success={drafts.length > 1 ? `${drafts.length} policies created` : 'Policy created'}
      onClose={onClose}
      below={below}
    >
      <RadioGroup
        aria-label="Template"
        value={template?.id ?? ''}
        onValueChange={(id) => onTemplate(templates.find((each) => each.id === id))}
      >
        {templates.map(({ id, title, description }) => (
          <Radio key={id} value={id} label={title} description={description} />
        ))}
      </RadioGroup>
      {field && (
        <Field label={field.label} description={field.description} error={field.problem}>
          {(control) => (
            <Input
              {...control}
              className="max-w-64 font-mono text-xs"
              autoComplete="off"
              placeholder={field.placeholder}
              value={field.value}
              onChange={(event) => field.onChange(event.target.value)}
            />
          )}
        </Field>
      )}
    </PolicyForm>
  )
}

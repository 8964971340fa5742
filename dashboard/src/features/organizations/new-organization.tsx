import type { Organization, PlanId } from '@stoa/contract/platform/organizations'
import { useState } from 'react'
import { NotOffered } from '../../components/forbidden.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateOrganization } from '../../data/resources/organizations.ts'
import { useCapability, useProfile } from '../../data/resources/profile.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageForm, PageHeader } from '../../ui/page-header.tsx'
import { Radio, RadioGroup } from '../../ui/radio.tsx'
import { planDescription, PLANS, planFromText } from './plans.ts'

type NewOrganizationProps = {
  /** The plan named in the URL, which is preselected. */
  plan: string | undefined
  onCreated: (organization: Organization) => void
  onCancel: () => void
}

export function NewOrganization({ plan, onCreated, onCancel }: NewOrganizationProps) {
  useTitle('New organization')
  const profile = useProfile()
  const can = useCapability()
  if (profile.isSuccess && !can('organizations:create')) {
    return (
      <Page width="narrow">
        <NotOffered>You can’t create organizations on this installation.</NotOffered>
      </Page>
    )
  }
  return (
    <Page width="narrow">
      <PageHeader
        title="New organization"
        description="An organization contains projects and their members."
      />
      <OrganizationForm plan={planFromText(plan)} onCreated={onCreated} onCancel={onCancel} />
    </Page>
  )
}

type FormProps = Omit<NewOrganizationProps, 'plan'> & { plan: PlanId }

function OrganizationForm({ plan: initialPlan, onCreated, onCancel }: FormProps) {
  const nameField = useInitialFocus<HTMLInputElement>()
  const [name, setName] = useState('')
  const [plan, setPlan] = useState(initialPlan)
  const create = useCreateOrganization()
  const areLimited = useCapability()('plans:limited')
  return (
    <PageForm
      submitLabel="Create organization"
      pending={create.isPending}
      canSubmit={name.trim() !== ''}
      onSubmit={() => create.mutate({ name: name.trim(), plan }, { onSuccess: onCreated })}
      onCancel={onCancel}
    >
      <Field
        label="Name"
        description="A company, a team or yourself. It can be changed later."
        error={create.error ? errorMessage(create.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            ref={nameField}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-2 font-medium">Plan</legend>
        <RadioGroup value={plan} onValueChange={(value) => setPlan(planFromText(value))}>
          {PLANS.map((entry) => (
            <Radio
              key={entry.id}
              value={entry.id}
              label={entry.name}
              description={areLimited ? planDescription(entry) : undefined}
            />
          ))}
        </RadioGroup>
      </fieldset>
    </PageForm>
  )
}

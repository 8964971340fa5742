import {
  createOrganization,
  type Organization,
  type PlanId,
} from '@stoa/contract/platform/organizations'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { NotOffered } from '../../components/forbidden.tsx'
import { useCreateOrganization } from '../../data/resources/platform/organizations.ts'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageForm, PageHeader } from '../../ui/layout/page-header.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { hasPrice, planDescription, planPrice, PLANS, planFromText } from './plans.ts'

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
  const form = useForm({
    endpoint: createOrganization,
    values: { name: '', plan: initialPlan },
    toBody: (typed) => typed,
    mutation: useCreateOrganization(),
    onSuccess: onCreated,
    errorField: 'name',
  })
  const { values, change, state } = form
  const can = useCapability()
  const areLimited = can('plans:limited')
  const areSold = can('plans:sold')
  return (
    <PageForm {...state} submitLabel="Create organization" onCancel={onCancel}>
      <InputField
        form={form}
        name="name"
        label="Name"
        description="A company, a team or yourself. It can be changed later."
        problem="Enter a name."
        ref={nameField}
        maxLength={100}
      />
      <fieldset>
        <legend className="mb-2 font-medium">Plan</legend>
        {!areLimited && (
          <p className="-mt-1 mb-2 text-xs text-muted">
            This installation doesn’t limit projects by plan.
          </p>
        )}
        <RadioGroup
          value={values.plan}
          onValueChange={(plan) => change({ plan: planFromText(plan) })}
        >
          {(areSold ? PLANS.filter(hasPrice) : PLANS).map((entry) => (
            <Radio
              key={entry.id}
              value={entry.id}
              label={areSold ? `${entry.name}, ${planPrice(entry)}` : entry.name}
              description={areLimited ? planDescription(entry) : undefined}
            />
          ))}
        </RadioGroup>
      </fieldset>
    </PageForm>
  )
}

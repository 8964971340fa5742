import {
  InstallationChange,
  type Installation,
  type SignUpPolicy,
} from '@stoa/contract/platform/installation'
import { QueryError } from '../../components/query-error.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useInstallation,
  useUpdateInstallation,
} from '../../data/resources/platform/installation.ts'
import { useCapability } from '../../data/resources/platform/profile.ts'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IsolationSection } from './isolation-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { OperatorPage } from './operator-page.tsx'

/**
 * Who can create an account, whether plans have prices, what can be recovered, and what
 * the server isolates.
 */
export function InstallationSettings() {
  return (
    <OperatorPage title="General">
      <SavedSettingsForm />
      <RecoverySection />
      <IsolationSection />
    </OperatorPage>
  )
}

function SavedSettingsForm() {
  const { data: installation, error, refetch } = useInstallation()
  if (error)
    return (
      <QueryError
        error={error}
        title="Could not load the settings"
        onRetry={() => void refetch()}
      />
    )
  return installation ? <SettingsOf saved={installation} /> : <Skeleton className="h-32" />
}

const POLICIES: { value: SignUpPolicy; label: string; description: string }[] = [
  { value: 'open', label: 'Anyone', description: 'Anyone who can reach this URL' },
  {
    value: 'invitation',
    label: 'Invited people',
    description: 'Email addresses with a pending invitation',
  },
]

type SavedSettings = Pick<Installation, 'sells_plans' | 'sign_up'>

function summaryOf(saved: SavedSettings, next: SavedSettings): string {
  const sentences = [
    next.sign_up !== saved.sign_up &&
      (next.sign_up === 'open'
        ? 'Anyone who can reach this URL will be able to create an account.'
        : 'New accounts will require an invitation.'),
    next.sells_plans !== saved.sells_plans &&
      (next.sells_plans
        ? 'Plans will have prices from now on.'
        : 'Plans will have no prices. The time until now is still billed.'),
  ]
  return sentences.filter(Boolean).join(' ')
}

function SettingsOf({ saved }: { saved: Installation }) {
  const areLimited = useCapability()('plans:limited')
  const settings = useForm({
    schema: InstallationChange,
    kind: 'settings',
    values: { sign_up: saved.sign_up, sells_plans: saved.sells_plans },
    // Only where plan limits are enforced can plans be sold.
    toBody: ({ sign_up, sells_plans }) => (areLimited ? { sign_up, sells_plans } : { sign_up }),
    mutation: useUpdateInstallation(),
  })
  const choose = (value: string) => {
    const policy = POLICIES.find((candidate) => candidate.value === value)
    if (policy) settings.change({ sign_up: policy.value })
  }
  return (
    <SettingsForm
      form={settings}
      summary={summaryOf(saved, settings.values)}
      failure="Failed to save the installation settings"
    >
      <Section title="Sign-up" description="Who can create an account on this installation.">
        <RadioGroup
          aria-label="Who can create an account"
          value={settings.values.sign_up}
          onValueChange={choose}
        >
          {POLICIES.map((policy) => (
            <Radio key={policy.value} {...policy} />
          ))}
        </RadioGroup>
      </Section>
      {areLimited && (
        <Section
          title="Plans"
          description="The prices and quotas are on the pricing page, which needs no account."
        >
          <Toggle
            label="Sell plans"
            description="Owners and administrators choose the plan of their organization, and each month ends with an invoice. Overdue invoices and exceeded quotas restrict an organization step by step."
          >
            {(control) => (
              <Switch
                {...control}
                checked={settings.values.sells_plans}
                onCheckedChange={(isOn) => settings.change({ sells_plans: isOn })}
              />
            )}
          </Toggle>
        </Section>
      )}
    </SettingsForm>
  )
}

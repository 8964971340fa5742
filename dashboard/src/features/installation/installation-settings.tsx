import { InstallationChange, type SignUpPolicy } from '@stoa/contract/platform/installation'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useForm } from '../../components/form/use-form.ts'
import {
  useInstallation,
  useUpdateInstallation,
} from '../../data/resources/platform/installation.ts'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IsolationSection } from './isolation-section.tsx'
import { RecoverySection } from './recovery-section.tsx'
import { OperatorPage } from './operator-page.tsx'

/** Who can create an account, what can be recovered, and what the server isolates. */
export function InstallationSettings() {
  return (
    <OperatorPage title="General">
      <SignUp />
      <RecoverySection />
      <IsolationSection />
    </OperatorPage>
  )
}

function SignUp() {
  const { data: installation, error, refetch } = useInstallation()
  if (error)
    return (
      <QueryError
        error={error}
        title="Could not load the settings"
        onRetry={() => void refetch()}
      />
    )
  return installation ? <SignUpForm saved={installation.sign_up} /> : <Skeleton className="h-32" />
}

const POLICIES: { value: SignUpPolicy; label: string; description: string }[] = [
  { value: 'open', label: 'Anyone', description: 'Anyone who can reach this URL' },
  {
    value: 'invitation',
    label: 'Invited people',
    description: 'Email addresses with a pending invitation',
  },
]

function SignUpForm({ saved }: { saved: SignUpPolicy }) {
  const settings = useForm({
    schema: InstallationChange,
    kind: 'settings',
    values: { sign_up: saved },
    toBody: (values) => values,
    mutation: useUpdateInstallation(),
  })
  const choose = (value: string) => {
    const policy = POLICIES.find((candidate) => candidate.value === value)
    if (policy) settings.change({ sign_up: policy.value })
  }
  return (
    <SettingsForm
      form={settings}
      summary={
        settings.values.sign_up === 'open'
          ? 'Anyone who can reach this URL will be able to create an account.'
          : 'New accounts will require an invitation.'
      }
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
    </SettingsForm>
  )
}

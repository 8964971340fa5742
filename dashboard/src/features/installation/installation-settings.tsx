import { InstallationChange, type SignUpPolicy } from '@stoa/contract/platform/installation'
import { NotOffered } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useSettingsForm } from '../../components/settings/use-settings-form.ts'
import {
  useInstallation,
  useUpdateInstallation,
} from '../../data/resources/installation/installation.ts'
import { useCapability, useProfile } from '../../data/resources/accounts/profile.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { IncidentsSection } from './incidents-section.tsx'
import { IsolationSection } from './isolation-section.tsx'
import { NoticesSection } from './notices-section.tsx'

export function InstallationSettings() {
  useTitle('Installation')
  const { data: profile } = useProfile()
  const can = useCapability()
  const { data: installation, error, refetch } = useInstallation()
  return (
    <Page>
      <PageHeader title="Installation" />
      {profile && !profile.is_operator && (
        <NotOffered>Only operators of this installation can open this page.</NotOffered>
      )}
      {profile?.is_operator && error && (
        <QueryError
          error={error}
          title="Could not load the settings"
          onRetry={() => void refetch()}
        />
      )}
      {profile?.is_operator && !installation && !error && <Skeleton className="h-32" />}
      {profile?.is_operator && installation && <SignUpForm saved={installation.sign_up} />}
      {profile?.is_operator && <IsolationSection />}
      {can('incidents:manage') && <IncidentsSection />}
      {can('notices:manage') && <NoticesSection />}
    </Page>
  )
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
  const settings = useSettingsForm(InstallationChange, {
    saved: { sign_up: saved },
    toBody: (values) => values,
    save: useUpdateInstallation(),
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

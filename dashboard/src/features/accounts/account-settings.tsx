import { ProfileChange, type Profile } from '@stoa/contract/platform/profile'
import { lazy, Suspense, useState } from 'react'
import { InputField } from '../../components/form/input-field.tsx'
import { THEME_NAMES } from '../../components/shell/theme-names.ts'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useProfile, useUpdateProfile } from '../../data/resources/platform/profile.ts'
import { setTheme, THEMES, useTheme } from '../../lib/theme.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { DeleteAccountSection } from './delete-account-section.tsx'
import { OrganizationsSection } from './organizations-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { TwoFactorSection } from './two-factor-section.tsx'

const PrivacyDialog = lazy(() =>
  import('../../components/consent/privacy-dialog.tsx').then((module) => ({
    default: module.PrivacyDialog,
  })),
)

export function AccountSettings() {
  useTitle('Account')
  const { data: profile, error, refetch } = useProfile()
  const { theme } = useTheme()
  return (
    <Page width="form">
      <PageHeader title="Account" />
      {error && !profile && (
        <QueryError
          error={error}
          title="Could not load your profile"
          onRetry={() => void refetch()}
        />
      )}
      {!profile && !error && (
        // The same height as the form, so that the sections below do not move.
        <Section {...PROFILE}>
          <Skeleton className="h-30" />
        </Section>
      )}
      {profile && <ProfileForm profile={profile} />}
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
      <Section title="Theme" description="Saved in this browser only.">
        <div>
          <SegmentedControl
            aria-label="Theme"
            value={theme}
            onValueChange={setTheme}
            options={THEMES.map((value) => ({ value, label: THEME_NAMES[value] }))}
          />
        </div>
      </Section>
      <OrganizationsSection />
      <PrivacySection />
      <DeleteAccountSection />
    </Page>
  )
}

function PasswordSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title="Password" description="Changing it signs out your other sessions.">
      <div>
        <Button onClick={() => setIsOpen(true)}>Change password</Button>
      </div>
      {isOpen && <ChangePasswordDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

function PrivacySection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section title="Privacy" description="Choose which usage data this installation can store.">
      <div>
        <Button onClick={() => setIsOpen(true)}>Privacy settings</Button>
      </div>
      <Suspense>{isOpen && <PrivacyDialog onClose={() => setIsOpen(false)} />}</Suspense>
    </Section>
  )
}

const PROFILE = {
  title: 'Profile',
  description: 'Other members see your name and email address.',
}

function ProfileForm({ profile }: { profile: Profile }) {
  const settings = useForm({
    schema: ProfileChange,
    kind: 'settings',
    values: { display_name: profile.display_name ?? '' },
    toBody: ({ display_name }) => ({ display_name: display_name.trim() || null }),
    mutation: useUpdateProfile(),
  })
  const name = settings.values.display_name.trim()
  return (
    <SettingsForm
      form={settings}
      summary={
        name ? `Other members will see “${name}”.` : 'Other members will see your email address.'
      }
      failure="Failed to save your profile"
    >
      <Section {...PROFILE}>
        <InputField
          form={settings}
          name="display_name"
          label="Name"
          problem="Enter a name of up to 120 characters."
          autoComplete="name"
        />
        <EmailField email={profile.primary_email} />
      </Section>
    </SettingsForm>
  )
}

function EmailField({ email }: { email: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Field label="Email">
        {(control) => (
          <div className="flex gap-2">
            <Input {...control} readOnly value={email} />
            <Button onClick={() => setIsOpen(true)}>Change email</Button>
          </div>
        )}
      </Field>
      {isOpen && <ChangeEmailDialog email={email} onClose={() => setIsOpen(false)} />}
    </>
  )
}

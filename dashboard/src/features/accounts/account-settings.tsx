import { ProfileChange, type Profile } from '@stoa/contract/platform/profile'
import { lazy, Suspense, useState } from 'react'
import { InputField } from '../../components/form/input-field.tsx'
import { THEME_NAMES } from '../../components/shell/theme-names.ts'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useSettingsForm } from '../../components/settings/use-settings-form.ts'
import { useOrganizations } from '../../data/resources/organizations/organizations.ts'
import { usePermissions } from '../../data/resources/organizations/permissions.ts'
import { useProfile, useUpdateProfile } from '../../data/resources/accounts/profile.ts'
import { setTheme, THEMES, useTheme } from '../../lib/theme.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
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
    <Page>
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
      <TwoFactorSection />
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
      <RolesSection />
      <PrivacySection />
    </Page>
  )
}

/** Lists the user's role in each organization; renders nothing for a user without an organization. */
function RolesSection() {
  const { data: permissions, error, isLoading, refetch } = usePermissions()
  const { data: organizations = [] } = useOrganizations()
  if (!error && !isLoading && !permissions?.length) return null
  const nameOf = (slug: string) => organizations.find((each) => each.slug === slug)?.name ?? slug
  return (
    <Section title="Roles" description="Your role in each organization.">
      {error && (
        <QueryError
          error={error}
          title="Could not load your roles"
          onRetry={() => void refetch()}
        />
      )}
      {isLoading && <Skeleton className="h-20" />}
      {permissions && permissions.length > 0 && (
        <dl className="divide-y rounded-md border bg-raised">
          {permissions.map(({ organization_slug, role }) => (
            <div key={organization_slug} className="flex min-h-10 items-center gap-3 px-3">
              <dt className="min-w-0 flex-1 truncate font-medium">{nameOf(organization_slug)}</dt>
              <dd className="text-muted capitalize">{role.replaceAll('_', '-')}</dd>
            </div>
          ))}
        </dl>
      )}
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
  const settings = useSettingsForm(ProfileChange, {
    saved: { display_name: profile.display_name ?? '' },
    toBody: ({ display_name }) => ({ display_name: display_name.trim() || null }),
    save: useUpdateProfile(),
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
          control={settings.form.control}
          name="display_name"
          label="Name"
          problem="Enter a name of up to 120 characters."
          autoComplete="name"
        />
        <Field label="Email">
          {(control) => <Input {...control} readOnly value={profile.primary_email} />}
        </Field>
      </Section>
    </SettingsForm>
  )
}

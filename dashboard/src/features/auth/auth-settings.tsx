import type { AuthSettings as Settings } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useAuthSettings, useUpdateAuthSettings } from '../../data/resources/settings.ts'
import { isValidUrl } from '../../lib/urls.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Field, type FieldControlProps } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { authSettingsProblems } from './auth-settings-problems.ts'
import { changeSummary } from '../../components/settings/change-summary.ts'
import { parseNameList } from '../../components/settings/name-list.ts'
import { Toggle } from '../../components/settings/toggle.tsx'

export function AuthSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const { data: settings, error, refetch } = useAuthSettings(projectRef)
  useTitle('Auth settings', project?.name)
  return (
    <Page>
      <PageHeader title="Auth" description="How the users of this project's apps sign up and in." />
      {error && (
        <QueryError
          error={error}
          title="The settings could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {!settings && !error && <Skeleton className="h-80" />}
      {settings && <SettingsForm projectRef={projectRef} settings={settings} />}
    </Page>
  )
}

const NAMES: Record<keyof Settings, string> = {
  disable_signup: 'sign-ups',
  mailer_autoconfirm: 'email confirmation',
  password_min_length: 'password length',
  site_url: 'site URL',
  uri_allow_list: 'redirect URLs',
  jwt_exp: 'token lifetime',
  mfa_totp_enroll_enabled: 'adding authenticator apps',
  mfa_totp_verify_enabled: 'codes of authenticator apps',
  mfa_max_enrolled_factors: 'factors per account',
}

function SettingsForm({ projectRef, settings }: { projectRef: string; settings: Settings }) {
  const draft = useDraft(settings)
  const [version, setVersion] = useState(0)
  const update = useUpdateAuthSettings(projectRef)
  const can = useCan(projectRef)
  const disabled = !can('project:update')
  const problems = authSettingsProblems(draft.value, isValidUrl)
  const canSave = Object.keys(problems).length === 0
  const { value, set } = draft
  const discard = () => {
    draft.discard()
    setVersion(version + 1)
  }
  return (
    <form
      key={version}
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) update.mutate(draft.changes, { onSuccess: draft.discard })
      }}
    >
      <Section title="Sign-up">
        <Toggle label="Allow new users to sign up">
          {(control) => (
            <Switch
              {...control}
              disabled={disabled}
              checked={!value.disable_signup}
              onCheckedChange={(allowed) => set({ disable_signup: !allowed })}
            />
          )}
        </Toggle>
        <Toggle
          label="Confirm email addresses"
          description="New users open a link in their mail before they sign in."
        >
          {(control) => (
            <Switch
              {...control}
              disabled={disabled}
              checked={!value.mailer_autoconfirm}
              onCheckedChange={(confirms) => set({ mailer_autoconfirm: !confirms })}
            />
          )}
        </Toggle>
        <Field label="Shortest password" error={problems.password_min_length}>
          {(control) => (
            <Count
              {...control}
              unit="characters"
              disabled={disabled}
              defaultValue={settings.password_min_length}
              onValueChange={(password_min_length) => set({ password_min_length })}
            />
          )}
        </Field>
      </Section>
      <Section title="Addresses" description="Where links in mail and sign-in redirects may lead.">
        <Field label="Site URL" error={problems.site_url}>
          {(control) => (
            <Input
              {...control}
              type="url"
              disabled={disabled}
              value={value.site_url}
              onChange={(event) => set({ site_url: event.target.value })}
            />
          )}
        </Field>
        <Field label="Redirect URLs" description="One a line; * stands for any text.">
          {(control) => (
            <Textarea
              {...control}
              disabled={disabled}
              className="font-mono text-xs"
              defaultValue={settings.uri_allow_list.join('\n')}
              onChange={(event) => set({ uri_allow_list: parseNameList(event.target.value) })}
            />
          )}
        </Field>
      </Section>
      <Section title="Sessions">
        <Field
          label="Access token lifetime"
          description="Clients renew it by themselves."
          error={problems.jwt_exp}
        >
          {(control) => (
            <Count
              {...control}
              unit="seconds"
              disabled={disabled}
              defaultValue={settings.jwt_exp}
              onValueChange={(jwt_exp) => set({ jwt_exp })}
            />
          )}
        </Field>
      </Section>
      <Section
        title="Second factors"
        description="Codes of an authenticator app, asked for after the password."
      >
        <Toggle label="Let people add authenticator apps">
          {(control) => (
            <Switch
              {...control}
              disabled={disabled}
              checked={value.mfa_totp_enroll_enabled}
              onCheckedChange={(mfa_totp_enroll_enabled) => set({ mfa_totp_enroll_enabled })}
            />
          )}
        </Toggle>
        <Toggle
          label="Accept their codes"
          description="Off, nobody reaches the assurance level aal2, whatever apps they have added."
        >
          {(control) => (
            <Switch
              {...control}
              disabled={disabled}
              checked={value.mfa_totp_verify_enabled}
              onCheckedChange={(mfa_totp_verify_enabled) => set({ mfa_totp_verify_enabled })}
            />
          )}
        </Toggle>
        <Field label="Most factors of one account" error={problems.mfa_max_enrolled_factors}>
          {(control) => (
            <Count
              {...control}
              unit="factors"
              disabled={disabled}
              defaultValue={settings.mfa_max_enrolled_factors}
              onValueChange={(mfa_max_enrolled_factors) => set({ mfa_max_enrolled_factors })}
            />
          )}
        </Field>
      </Section>
      <SaveBar
        visible={draft.changedCount > 0}
        summary={changeSummary(draft.changes, NAMES)}
        pending={update.isPending}
        canSave={canSave}
        onDiscard={discard}
      />
    </form>
  )
}

type CountProps = FieldControlProps & {
  unit: string
  disabled: boolean
  defaultValue: number
  onValueChange: (count: number) => void
}

/** A number and what it counts. */
function Count({ unit, onValueChange, ...input }: CountProps) {
  return (
    <div className="flex items-center gap-2">
      <Input
        {...input}
        type="number"
        className="w-28 text-right tabular-nums"
        onChange={(event) => onValueChange(event.target.valueAsNumber)}
      />
      <span className="text-muted">{unit}</span>
    </div>
  )
}

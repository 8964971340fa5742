import type { AssistantSettings } from '@stoa/contract/platform/assistant'
import { updateAssistantSettings } from '@stoa/contract/platform/assistant'
import type { Organization } from '@stoa/contract/platform/organizations'
import { useMemo } from 'react'
import { sentTo } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import {
  useAssistantSettings,
  useUpdateAssistant,
} from '../../data/resources/platform/assistant.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { LevelSection } from './level-section.tsx'
import { ProviderSection } from './provider-section.tsx'
import { changeOf, draftOf, problemsOf, type SettingsDraft } from './settings-draft.ts'
import { UsageSection } from './usage-section.tsx'

/** The model of an organization's assistant, and what it may read. */
export function AssistantSettingsPage({ organization }: { organization: Organization }) {
  useTitle('Assistant', organization.name)
  const settings = useAssistantSettings(organization.slug)
  return (
    <Page width="form">
      <PageHeader
        title="Assistant"
        description="A model that answers questions about your projects. It changes nothing by itself."
      />
      {settings.isPending && <Skeleton className="h-96" />}
      {settings.isError && (
        <QueryError
          error={settings.error}
          title="Failed to load the assistant’s settings"
          onRetry={() => void settings.refetch()}
        />
      )}
      {settings.data && <Settings organization={organization} settings={settings.data} />}
    </Page>
  )
}

type SettingsProps = { organization: Organization; settings: AssistantSettings }

function Settings({ organization, settings }: SettingsProps) {
  const canUpdate = organization.abilities.includes('organization:update')
  const schema = useMemo(
    () =>
      sentTo(updateAssistantSettings, changeOf, (draft: SettingsDraft) =>
        problemsOf(draft, settings),
      ),
    [settings],
  )
  const form = useForm({
    kind: 'settings',
    schema,
    values: draftOf(settings),
    mutation: useUpdateAssistant(organization.slug),
  })
  return (
    <>
      <SettingsForm
        form={form}
        summary="Change the organization’s assistant."
        failure="Failed to save the assistant’s settings"
      >
        <ProviderSection
          slug={organization.slug}
          form={form}
          settings={settings}
          disabled={!canUpdate}
        />
        <LevelSection form={form} disabled={!canUpdate} />
      </SettingsForm>
      <UsageSection usage={settings.usage} />
    </>
  )
}

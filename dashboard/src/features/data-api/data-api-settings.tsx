import type { DataApiSettings as Settings } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useDataApiSettings, useUpdateDataApiSettings } from '../../data/resources/settings.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { changeSummary } from '../../components/settings/change-summary.ts'
import { dataApiProblems, MOST_ROWS } from './data-api-problems.ts'
import { DataApiOverrides } from './data-api-overrides.tsx'
import { AnswerSettings, RequestSettings } from './data-api-requests.tsx'
import { parseNameList } from '../../components/settings/name-list.ts'
import { SchemaPicker } from './schema-picker.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'

export function DataApiSettings({ projectRef }: { projectRef: string }) {
  const { data: project } = useProject(projectRef)
  const { data: settings, error, refetch } = useDataApiSettings(projectRef)
  useTitle('Data API', project?.name)
  return (
    <Page>
      <PageHeader title="Data API" description="REST over the tables of the schemas it exposes." />
      {error && (
        <QueryError
          error={error}
          title="The settings could not be loaded"
          onRetry={() => void refetch()}
        />
      )}
      {!settings && !error && <Skeleton className="h-56" />}
      <DataApiOverrides projectRef={projectRef} names={NAMES} />
      {settings && <SettingsForm projectRef={projectRef} settings={settings} />}
    </Page>
  )
}

const NAMES: Record<keyof Settings, string> = {
  enabled: 'whether the Data API answers',
  exposed_schemas: 'exposed schemas',
  extra_search_path: 'extra search path',
  max_rows: 'max rows',
  db_pre_request: 'pre-request function',
  db_tx_end: 'end of the transaction',
  db_aggregates_enabled: 'aggregates',
  db_plan_enabled: 'execution plans',
  server_timing_enabled: 'server timing',
  openapi_mode: 'OpenAPI document',
}

function SettingsForm({ projectRef, settings }: { projectRef: string; settings: Settings }) {
  const draft = useDraft(settings)
  const [version, setVersion] = useState(0)
  const update = useUpdateDataApiSettings(projectRef)
  const can = useCan(projectRef)
  const disabled = !can('project:update')
  const { value, set } = draft
  const problems = dataApiProblems(value)
  const canSave = Object.keys(problems).length === 0
  const part = { draft, disabled, problems }
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
      <Section title="Access">
        <Toggle
          label="Enable the Data API"
          description="Off, every request is refused with data_api_disabled. The database itself stays reachable."
        >
          {(control) => (
            <Switch
              {...control}
              disabled={disabled}
              checked={value.enabled}
              onCheckedChange={(enabled) => set({ enabled })}
            />
          )}
        </Toggle>
      </Section>
      <Section title="Schemas" description="Tables of other schemas cannot be reached over REST.">
        <SchemaPicker
          projectRef={projectRef}
          label="Exposed schemas"
          value={value.exposed_schemas}
          disabled={disabled}
          error={problems.exposed_schemas}
          onValueChange={(exposed_schemas) => set({ exposed_schemas })}
        />
        <Field
          label="Extra search path"
          description="Schemas whose functions and types need no prefix. Separated by commas."
        >
          {(control) => (
            <Input
              {...control}
              disabled={disabled}
              className="font-mono text-xs"
              defaultValue={settings.extra_search_path.join(', ')}
              onChange={(event) => set({ extra_search_path: parseNameList(event.target.value) })}
            />
          )}
        </Field>
      </Section>
      <Section title="Limits">
        <Field
          label="Max rows"
          description="No answer holds more rows than this."
          error={problems.max_rows}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={MOST_ROWS}
              disabled={disabled}
              className="max-w-40 text-right tabular-nums"
              defaultValue={settings.max_rows}
              onChange={(event) => set({ max_rows: event.target.valueAsNumber })}
            />
          )}
        </Field>
      </Section>
      <RequestSettings {...part} />
      <AnswerSettings {...part} />
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

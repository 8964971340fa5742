import type { DataApiSettings as Settings } from '@stoa/contract/platform/projects'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useCan, useProject } from '../../data/projects.ts'
import { useDataApiSettings, useUpdateDataApiSettings } from '../../data/settings.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Page, PageHeader } from '../../ui/page-header.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { Section } from '../../ui/section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { changeSummary } from './change-summary.ts'
import { parseNameList } from './name-list.ts'

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
      {settings && <SettingsForm projectRef={projectRef} settings={settings} />}
    </Page>
  )
}

const NAMES: Record<keyof Settings, string> = {
  exposed_schemas: 'exposed schemas',
  extra_search_path: 'extra search path',
  max_rows: 'max rows',
}

const MOST_ROWS = 1_000_000

function SettingsForm({ projectRef, settings }: { projectRef: string; settings: Settings }) {
  const draft = useDraft(settings)
  const [version, setVersion] = useState(0)
  const update = useUpdateDataApiSettings(projectRef)
  const can = useCan(projectRef)
  const isLocked = !can('project:update')
  const { max_rows: rows } = draft.value
  const isRowsValid = Number.isInteger(rows) && rows >= 1 && rows <= MOST_ROWS
  const discard = () => {
    draft.discard()
    setVersion(version + 1)
  }
  return (
    <form
      key={version}
      onSubmit={(event) => {
        event.preventDefault()
        if (isRowsValid) update.mutate(draft.changes, { onSuccess: draft.discard })
      }}
    >
      <Section title="Schemas" description="Tables of other schemas cannot be reached over REST.">
        <Field label="Exposed schemas" description="Separated by commas.">
          {(control) => (
            <Input
              {...control}
              disabled={isLocked}
              className="font-mono text-xs"
              defaultValue={settings.exposed_schemas.join(', ')}
              onChange={(event) =>
                draft.set({ exposed_schemas: parseNameList(event.target.value) })
              }
            />
          )}
        </Field>
        <Field
          label="Extra search path"
          description="Schemas whose functions and types need no prefix. Separated by commas."
        >
          {(control) => (
            <Input
              {...control}
              disabled={isLocked}
              className="font-mono text-xs"
              defaultValue={settings.extra_search_path.join(', ')}
              onChange={(event) =>
                draft.set({ extra_search_path: parseNameList(event.target.value) })
              }
            />
          )}
        </Field>
      </Section>
      <Section title="Limits">
        <Field
          label="Max rows"
          description="No answer holds more rows than this."
          error={isRowsValid ? undefined : 'A whole number from 1 to 1,000,000.'}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              min={1}
              max={MOST_ROWS}
              disabled={isLocked}
              className="max-w-40 text-right tabular-nums"
              defaultValue={settings.max_rows}
              onChange={(event) => draft.set({ max_rows: event.target.valueAsNumber })}
            />
          )}
        </Field>
      </Section>
      <SaveBar
        visible={draft.changedCount > 0}
        summary={changeSummary(draft.changes, NAMES)}
        pending={update.isPending}
        canSave={isRowsValid}
        onDiscard={discard}
      />
    </form>
  )
}

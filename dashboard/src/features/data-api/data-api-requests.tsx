import type { DataApiSettings, OpenApiMode, TransactionEnd } from '@stoa/contract/platform/projects'
import type { Draft } from '../../lib/use-draft.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Section } from '../../ui/section.tsx'
import { Select, type SelectOption } from '../../ui/select.tsx'
import { Switch } from '../../ui/switch.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'

const ENDS: readonly SelectOption<TransactionEnd>[] = [
  { value: 'commit', label: 'Commit', description: 'What a request writes stays.' },
  {
    value: 'commit-allow-override',
    label: 'Commit, unless the request asks otherwise',
    description: 'Prefer: tx=rollback undoes what it wrote.',
  },
  {
    value: 'rollback',
    label: 'Roll back',
    description: 'Nothing that a request writes stays.',
  },
  {
    value: 'rollback-allow-override',
    label: 'Roll back, unless the request asks otherwise',
    description: 'Prefer: tx=commit keeps what it wrote.',
  },
]

const DOCUMENTS: readonly SelectOption<OpenApiMode>[] = [
  { value: 'follow-privileges', label: 'What the caller may use' },
  { value: 'ignore-privileges', label: 'Everything that is exposed' },
  { value: 'disabled', label: 'Nothing', description: 'The document is not served.' },
]

type PartProps = {
  draft: Draft<DataApiSettings>
  disabled: boolean
  problems: Partial<Record<keyof DataApiSettings, string>>
}

/** What happens around each request's own statement. */
export function RequestSettings({ draft, disabled, problems }: PartProps) {
  const { value, set } = draft
  return (
    <Section
      title="Requests"
      description="Each runs in one transaction, as the role its token names."
    >
      <Field
        label="Pre-request function"
        description="Runs first in every request’s transaction, and may refuse it."
        error={problems.db_pre_request}
        aside="optional"
      >
        {(control) => (
          <Input
            {...control}
            disabled={disabled}
            className="font-mono text-xs"
            placeholder="private.check_request"
            value={value.db_pre_request}
            onChange={(event) => set({ db_pre_request: event.target.value.trim() })}
          />
        )}
      </Field>
      <Field label="End of the transaction">
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={value.db_tx_end}
            options={ENDS}
            onValueChange={(db_tx_end) => set({ db_tx_end })}
          />
        )}
      </Field>
    </Section>
  )
}

/** Switches that answer more than rows. */
export function AnswerSettings({ draft, disabled }: PartProps) {
  const { value, set } = draft
  return (
    <Section title="Answers" description="What clients may ask for besides rows.">
      <Toggle
        label="Aggregates"
        description="count(), sum(), avg(), min() and max() in select. One request may read a whole table."
      >
        {(control) => (
          <Switch
            {...control}
            disabled={disabled}
            checked={value.db_aggregates_enabled}
            onCheckedChange={(db_aggregates_enabled) => set({ db_aggregates_enabled })}
          />
        )}
      </Toggle>
      <Toggle
        label="Execution plans"
        description="How Postgres would run a request. Plans tell much of a database: keep them off in production."
      >
        {(control) => (
          <Switch
            {...control}
            disabled={disabled}
            checked={value.db_plan_enabled}
            onCheckedChange={(db_plan_enabled) => set({ db_plan_enabled })}
          />
        )}
      </Toggle>
      <Toggle
        label="Server timing"
        description="Answers carry a Server-Timing header, which browsers show with the request."
      >
        {(control) => (
          <Switch
            {...control}
            disabled={disabled}
            checked={value.server_timing_enabled}
            onCheckedChange={(server_timing_enabled) => set({ server_timing_enabled })}
          />
        )}
      </Toggle>
      <Field label="OpenAPI document shows">
        {(control) => (
          <Select
            {...control}
            disabled={disabled}
            value={value.openapi_mode}
            options={DOCUMENTS}
            onValueChange={(openapi_mode) => set({ openapi_mode })}
          />
        )}
      </Field>
    </Section>
  )
}

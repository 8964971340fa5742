import type { CronCall } from '@stoa/contract/services/cron/jobs'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import { SqlPreview } from '../../components/sql-form/sql-preview.tsx'
import { useCronCommand } from '../../data/resources/services/cron/jobs.ts'
import { useSchemaFunctions } from '../../data/resources/services/meta/objects.ts'
import { useFunctions } from '../../data/resources/services/functions/functions.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useVaultSecrets } from '../../data/resources/services/vault/secrets.ts'
import { parseHeaders } from '../../lib/parse-headers.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { callOf, isJson, isWebUrl, type CommandDraft } from './command-draft.ts'

type CommandFieldsProps = {
  projectRef: string
  value: CommandDraft
  onValueChange: (value: CommandDraft) => void
  /** From the form. */
  problem: string | undefined
}

const KINDS = [
  { value: 'sql', label: 'SQL' },
  { value: 'routine', label: 'Database function' },
  { value: 'request', label: 'HTTP request' },
  { value: 'edge', label: 'Edge function' },
] as const

/** The action of a job, as SQL or in fields that generate SQL. */
export function CommandFields({ projectRef, value, problem, ...props }: CommandFieldsProps) {
  const { onValueChange } = props
  const can = useCan(projectRef)
  const { kind } = value
  const change = (next: Partial<CommandDraft>) => onValueChange({ ...value, ...next })
  return (
    <>
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={KINDS.filter((each) => each.value !== 'edge' || can('functions:read'))}
            onValueChange={(next) => change({ kind: next })}
          />
        )}
      </Field>
      {kind === 'sql' && (
        <SqlField
          value={value.sql}
          problem={problem}
          onValueChange={(typed) => change({ sql: typed })}
        />
      )}
      {kind === 'routine' && (
        <RoutineFields
          projectRef={projectRef}
          value={value.routine}
          onValueChange={(routine) => change({ routine })}
        />
      )}
      {kind === 'request' && (
        <RequestFields value={value.request} onValueChange={(request) => change({ request })} />
      )}
      {kind === 'edge' && (
        <EdgeFields
          projectRef={projectRef}
          value={value.edge}
          onValueChange={(edge) => change({ edge })}
        />
      )}
      {kind !== 'sql' && problem && (
        <p role="alert" className="text-xs text-danger-text">
          Complete the fields of the command.
        </p>
      )}
      {kind !== 'sql' && <CallPreview projectRef={projectRef} call={callOf(value)} />}
    </>
  )
}

/** The SQL with which the job makes a call. */
function CallPreview({ projectRef, call }: { projectRef: string; call: CronCall | undefined }) {
  const { data, error } = useCronCommand(projectRef, useSettledValue(call))
  if (call === undefined) return null
  return <SqlPreview sql={data ?? ''} error={error} changesDefinitions={false} />
}

type PartProps<Part extends keyof CommandDraft> = {
  value: CommandDraft[Part]
  onValueChange: (value: CommandDraft[Part]) => void
}

/** The SQL of a job. */
export function SqlField({
  value,
  problem,
  onValueChange,
}: {
  value: string
  /** From the form. */
  problem: string | undefined
  onValueChange: (sql: string) => void
}) {
  return (
    <Field
      label="Command"
      description="Runs as postgres. Multiple statements run in one transaction."
      error={problem && 'Enter SQL.'}
    >
      {(control) => (
        <Textarea
          {...control}
          rows={8}
          maxLength={100_000}
          spellCheck={false}
          className="font-mono text-xs"
          value={value}
          onChange={({ target }) => onValueChange(target.value)}
        />
      )}
    </Field>
  )
}

function RoutineFields({
  projectRef,
  value: { schema, chosen },
  onValueChange,
}: PartProps<'routine'> & { projectRef: string }) {
  const { data } = useSchemaFunctions(projectRef, schema)
  const routines = (data?.items ?? []).filter(
    ({ kind, identity_arguments: given, return_type: type }) =>
      given === '' && (kind === 'function' || kind === 'procedure') && type !== 'trigger',
  )
  return (
    <>
      <Field label="Schema">
        {(control) => (
          <SchemaSelector
            {...control}
            projectRef={projectRef}
            value={schema}
            onValueChange={(next) => onValueChange({ schema: next })}
          />
        )}
      </Field>
      <Field label="Function" description="Functions and procedures without arguments.">
        {(control) => (
          <Combobox
            {...control}
            value={chosen && String(chosen.id)}
            options={routines.map(({ id, name, kind }) => ({
              value: String(id),
              label: name,
              ...(kind === 'procedure' && { detail: 'procedure' }),
            }))}
            placeholder="Select a function"
            searchPlaceholder="Search functions"
            emptyText="This schema has no function without arguments."
            onValueChange={(next) => {
              const routine = routines.find(({ id }) => String(id) === next)
              if (routine) onValueChange({ schema, chosen: routine })
            }}
          />
        )}
      </Field>
    </>
  )
}

const METHODS = [
  { value: 'POST', label: 'POST' },
  { value: 'GET', label: 'GET' },
] as const

function RequestFields({ value: draft, onValueChange }: PartProps<'request'>) {
  const headers = parseHeaders(draft.headers)
  const isUrl = isWebUrl(draft.url)
  const change = (fields: Partial<typeof draft>) => onValueChange({ ...draft, ...fields })
  return (
    <>
      <SegmentedControl
        aria-label="Method"
        className="justify-self-start"
        value={draft.method}
        options={METHODS}
        onValueChange={(method) => change({ method })}
      />
      <Field
        label="URL"
        error={draft.url !== '' && !isUrl ? 'Enter a URL that starts with https://.' : undefined}
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono text-xs"
            maxLength={2000}
            autoComplete="off"
            value={draft.url}
            onChange={({ target }) => change({ url: target.value })}
          />
        )}
      </Field>
      <Field
        label="Headers"
        aside="optional"
        description="One per line."
        error={typeof headers === 'string' ? `“${headers}” is not a header.` : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            className="font-mono text-xs"
            spellCheck={false}
            value={draft.headers}
            onChange={({ target }) => change({ headers: target.value })}
          />
        )}
      </Field>
      {draft.method === 'POST' && (
        <BodyField value={draft.body} onValueChange={(body) => change({ body })} />
      )}
    </>
  )
}

function EdgeFields({
  projectRef,
  value: draft,
  onValueChange,
}: PartProps<'edge'> & { projectRef: string }) {
  const { data: functions } = useFunctions(projectRef)
  const { data: secrets } = useVaultSecrets(projectRef, '')
  const change = (fields: Partial<typeof draft>) => onValueChange({ ...draft, ...fields })
  const names = (secrets ?? []).flatMap(({ name }) => (name === null ? [] : [name]))
  return (
    <>
      <Field label="Function">
        {(control) => (
          <Combobox
            {...control}
            value={draft.slug === '' ? undefined : draft.slug}
            options={(functions ?? []).map(({ slug }) => ({ value: slug, label: slug }))}
            placeholder="Select a function"
            searchPlaceholder="Search functions"
            emptyText="No functions yet"
            onValueChange={(slug) => change({ slug })}
          />
        )}
      </Field>
      <Field
        label="Key"
        aside="optional"
        description="A vault secret that contains an API key. Required if the function verifies tokens."
      >
        {(control) => (
          <Combobox
            {...control}
            value={draft.secret === '' ? undefined : draft.secret}
            options={names.map((name) => ({ value: name, label: name }))}
            placeholder="No key"
            searchPlaceholder="Search secrets"
            emptyText="The vault has no named secrets."
            onValueChange={(secret) => change({ secret })}
          />
        )}
      </Field>
      <BodyField value={draft.body} onValueChange={(body) => change({ body })} />
    </>
  )
}

function BodyField({
  value,
  onValueChange,
}: {
  value: string
  onValueChange: (body: string) => void
}) {
  return (
    <Field label="Body" aside="optional" error={isJson(value) ? undefined : 'Enter valid JSON.'}>
      {(control) => (
        <Textarea
          {...control}
          rows={4}
          className="font-mono text-xs"
          spellCheck={false}
          value={value}
          onChange={({ target }) => onValueChange(target.value)}
        />
      )}
    </Field>
  )
}

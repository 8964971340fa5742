import { useEffect, useEffectEvent, useState } from 'react'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import { SqlPreview } from '../../components/sql-form/sql-preview.tsx'
import { useSchemaFunctions } from '../../data/resources/database-objects.ts'
import { useFunctions } from '../../data/resources/functions.ts'
import { useCan, useProject } from '../../data/resources/projects.ts'
import { useVaultSecrets } from '../../data/resources/vault.ts'
import { parseHeaders } from '../../lib/parse-headers.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { edgeFunctionCommand, requestCommand, routineCommand } from './commands.ts'

type CommandFieldsProps = {
  projectRef: string
  /** The edge function to begin with. */
  edgeFunction?: string | undefined
  /** The SQL; undefined while something is missing. */
  onValueChange: (command: string | undefined) => void
}

const KINDS = [
  { value: 'sql', label: 'SQL' },
  { value: 'routine', label: 'Database function' },
  { value: 'request', label: 'HTTP request' },
  { value: 'edge', label: 'Edge function' },
] as const
type Kind = (typeof KINDS)[number]['value']

const TIMEOUT_MS = 5000
const NO_SECRET = ''

/** What a job does, as SQL or in fields that become SQL. */
export function CommandFields({ projectRef, edgeFunction, onValueChange }: CommandFieldsProps) {
  const can = useCan(projectRef)
  const [kind, setKind] = useState<Kind>(edgeFunction === undefined ? 'sql' : 'edge')
  const [command, setCommand] = useState('')
  const change = (next: string | undefined) => {
    setCommand(next ?? '')
    onValueChange(next?.trim() === '' ? undefined : next)
  }
  const fields = { projectRef, onValueChange: change }
  return (
    <>
      <Field label="Type">
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={KINDS.filter(({ value }) => value !== 'edge' || can('functions:read'))}
            onValueChange={(next) => {
              setKind(next)
              change(undefined)
            }}
          />
        )}
      </Field>
      {kind === 'sql' && <SqlField value={command} onValueChange={change} />}
      {kind === 'routine' && <RoutineFields {...fields} />}
      {kind === 'request' && <RequestFields {...fields} />}
      {kind === 'edge' && <EdgeFields {...fields} edgeFunction={edgeFunction} />}
      {kind !== 'sql' && command !== '' && <SqlPreview sql={command} />}
    </>
  )
}

/** The SQL of a job. */
export function SqlField({
  value,
  onValueChange,
}: {
  value: string
  onValueChange: (sql: string) => void
}) {
  return (
    <Field
      label="Command"
      description="Runs as postgres. Multiple statements run in one transaction."
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

function RoutineFields({ projectRef, onValueChange }: CommandFieldsProps) {
  const [schema, setSchema] = useState('public')
  const [chosen, setChosen] = useState<string>()
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
            onValueChange={(next) => {
              setSchema(next)
              setChosen(undefined)
              onValueChange(undefined)
            }}
          />
        )}
      </Field>
      <Field label="Function" description="Functions and procedures without arguments.">
        {(control) => (
          <Combobox
            {...control}
            value={chosen}
            options={routines.map(({ id, name, kind }) => ({
              value: String(id),
              label: name,
              ...(kind === 'procedure' && { detail: 'procedure' }),
            }))}
            placeholder="Select a function"
            searchPlaceholder="Search functions"
            emptyText="This schema has no function without arguments."
            onValueChange={(next) => {
              setChosen(next)
              const routine = routines.find(({ id }) => String(id) === next)
              onValueChange(routine && routineCommand(routine))
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

function RequestFields({ onValueChange }: CommandFieldsProps) {
  const [draft, setDraft] = useState({
    method: 'POST' as 'GET' | 'POST',
    url: '',
    headers: 'Content-Type: application/json',
    body: '',
  })
  const headers = parseHeaders(draft.headers)
  const isUrl = /^https?:\/\/./.test(draft.url) && URL.canParse(draft.url)
  const change = (fields: Partial<typeof draft>) => {
    const next = { ...draft, ...fields }
    setDraft(next)
    const pairs = parseHeaders(next.headers)
    const isComplete = /^https?:\/\/./.test(next.url) && URL.canParse(next.url) && isJson(next.body)
    onValueChange(
      isComplete && typeof pairs !== 'string'
        ? requestCommand({ ...next, headers: pairs, timeoutMs: TIMEOUT_MS })
        : undefined,
    )
  }
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

function EdgeFields({ projectRef, edgeFunction = '', onValueChange }: CommandFieldsProps) {
  const { data: project } = useProject(projectRef)
  const { data: functions } = useFunctions(projectRef)
  const { data: secrets } = useVaultSecrets(projectRef, '')
  const [draft, setDraft] = useState({ slug: edgeFunction, secret: NO_SECRET, body: '' })
  const change = (fields: Partial<typeof draft>) => setDraft({ ...draft, ...fields })
  const url = `${project?.endpoints.api_url ?? ''}/functions/v1/${draft.slug}`
  const command =
    draft.slug !== '' && project && isJson(draft.body)
      ? edgeFunctionCommand({ ...draft, url, timeoutMs: TIMEOUT_MS })
      : undefined
  const report = useEffectEvent(onValueChange)
  // The first command is complete without a change, if the page named the function.
  useEffect(() => report(command), [command])
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
            value={draft.secret === NO_SECRET ? undefined : draft.secret}
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

function isJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

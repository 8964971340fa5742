import type { DatabaseFunction } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import type { CustomControlProps } from '../../../components/settings/settings-declaration.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { SchemaSelector } from '../../../components/schema-selector.tsx'
import { useSchemaFunctions } from '../../../data/resources/services/meta/objects.ts'
import { useSqlDraft } from '../../../data/resources/services/meta/sql-drafts.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Combobox } from '../../../ui/inputs/combobox.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'

const KINDS = [
  { value: 'function', label: 'Postgres function' },
  { value: 'url', label: 'HTTP endpoint' },
] as const
type Kind = (typeof KINDS)[number]['value']

type Name = { schema: string; name: string }

/** The target of a hook: a function of the project's database, or a URL. */
export function HookTarget(props: CustomControlProps<string>) {
  const { value, label, disabled, error, onValueChange } = props
  const [kind, setKind] = useState<Kind>(value.startsWith('http') ? 'url' : 'function')
  const choose = (next: Kind) => {
    setKind(next)
    onValueChange('')
  }
  return (
    <div className="grid gap-3">
      <SegmentedControl
        aria-label={label}
        className="justify-self-start"
        value={kind}
        options={KINDS}
        onValueChange={choose}
      />
      {kind === 'function' && <FunctionChoice {...props} />}
      {kind === 'url' && (
        <Field label="URL" error={error && 'Enter a URL that starts with https:// or http://.'}>
          {(control) => (
            <Input
              {...control}
              type="url"
              className="font-mono text-xs"
              disabled={disabled}
              placeholder="https://example.com/hook"
              value={value}
              onChange={(event) => onValueChange(event.target.value.trim())}
            />
          )}
        </Field>
      )}
    </div>
  )
}

function FunctionChoice({
  projectRef,
  value,
  disabled,
  error,
  onValueChange,
}: CustomControlProps<string>) {
  const chosen = nameOf(value)
  const [schema, setSchema] = useState(chosen?.schema ?? 'public')
  const { data } = useSchemaFunctions(projectRef, schema)
  const options = (data?.items ?? [])
    .filter(isHook)
    .map(({ name }) => ({ value: name, label: name }))
  const name = chosen?.schema === schema ? chosen.name : undefined
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="Schema">
          {(control) => (
            <SchemaSelector
              {...control}
              projectRef={projectRef}
              value={schema}
              onValueChange={setSchema}
            />
          )}
        </Field>
        <Field
          label="Function"
          description="Functions with one argument of type jsonb."
          error={error}
        >
          {(control) => (
            <Combobox
              {...control}
              disabled={disabled}
              value={name}
              options={options}
              placeholder="Select a function"
              searchPlaceholder="Search functions"
              emptyText={data ? 'No function with one jsonb argument' : 'Loading functions'}
              onValueChange={(next) => onValueChange(uriOf({ schema, name: next }))}
            />
          )}
        </Field>
      </div>
      {chosen && (
        <Field label="Privileges that the function needs">
          {() => <Privileges projectRef={projectRef} hook={chosen} />}
        </Field>
      )}
    </>
  )
}

/** The statements after which only the auth service can call the function. */
function Privileges({ projectRef, hook }: { projectRef: string; hook: Name }) {
  const { data, error } = useSqlDraft(projectRef, { kind: 'hook_privileges', ...hook })
  if (error) return <QueryError error={error} title="Could not load the SQL" />
  return data === undefined ? (
    <Skeleton className="h-16" />
  ) : (
    <CodeBlock label="privileges" code={data} wrap />
  )
}

const isHook = ({ kind, identity_arguments: given }: DatabaseFunction): boolean =>
  kind === 'function' && /(?:^|\s)jsonb?$/.test(given) && !given.includes(',')

const uriOf = ({ schema, name }: Name): string =>
  `pg-functions://postgres/${encodeURIComponent(schema)}/${encodeURIComponent(name)}`

/** The function that a target address names, or undefined for another address. */
function nameOf(uri: string): Name | undefined {
  const [, schema, name] = /^pg-functions:\/\/[^/]+\/([^/]+)\/([^/]+)$/.exec(uri) ?? []
  if (!schema || !name) return undefined
  try {
    return { schema: decodeURIComponent(schema), name: decodeURIComponent(name) }
  } catch {
    return { schema, name }
  }
}

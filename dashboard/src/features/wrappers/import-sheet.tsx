import { importForeignTables, type ForeignServer } from '@stoa/contract/services/wrappers/servers'
import { useState } from 'react'
import { sentTo } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import { QueryError } from '../../components/query-error.tsx'
import {
  useImportForeignTables,
  useRemoteTables,
} from '../../data/resources/services/wrappers/servers.ts'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetBody, SheetForm } from '../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'

type ImportSheetProps = { projectRef: string; server: ForeignServer; onClose: () => void }

/** Picks tables of the other server and creates foreign tables for them. */
export function ImportSheet({ projectRef, server, onClose }: ImportSheetProps) {
  const { data, error, refetch } = useRemoteTables(projectRef, server.id)
  return (
    <Sheet open title={`Import tables from ${server.name}`} onClose={onClose}>
      {data ? (
        <ImportForm
          {...{ projectRef, server, onClose }}
          remoteSchemas={[...new Set(data.map(({ schema }) => schema))]}
          tablesOf={(schema) => data.filter((one) => one.schema === schema).map(({ name }) => name)}
        />
      ) : (
        <SheetBody>
          {error ? (
            <QueryError
              error={error}
              title="Could not load the tables of the server"
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton className="h-64" />
          )}
        </SheetBody>
      )}
    </Sheet>
  )
}

type ImportFormProps = ImportSheetProps & {
  remoteSchemas: readonly string[]
  tablesOf: (schema: string) => readonly string[]
}

type ImportValues = {
  remoteSchema: string | undefined
  /** The schema of the project. */
  schema: string
  /** Names of tables. */
  chosen: readonly string[]
}

function ImportForm({ projectRef, server, remoteSchemas, tablesOf, onClose }: ImportFormProps) {
  const existingIn = (schema: string) =>
    new Set(server.tables.filter((table) => table.schema === schema.trim()).map(({ name }) => name))
  function namesOf({ remoteSchema, schema, chosen }: ImportValues) {
    const existing = existingIn(schema)
    const tables = remoteSchema === undefined ? [] : tablesOf(remoteSchema)
    return tables.filter((name) => chosen.includes(name) && !existing.has(name))
  }
  const importSchema = sentTo(importForeignTables, (typed: ImportValues) => ({
    remote_schema: typed.remoteSchema,
    tables: namesOf(typed),
    schema: typed.schema.trim(),
  }))
  const first: ImportValues = {
    remoteSchema: remoteSchemas.includes('public') ? 'public' : remoteSchemas[0],
    schema: server.name.toLowerCase(),
    chosen: [],
  }
  const { values, problems, isSubmitted, showProblems, change, state } = useForm({
    values: first,
    schema: importSchema,
    mutation: useImportForeignTables(projectRef, server.id),
    onSuccess: onClose,
  })
  const { remoteSchema, schema } = values
  const chosen = new Set(values.chosen)
  const existing = existingIn(schema)
  const tables = remoteSchema === undefined ? [] : tablesOf(remoteSchema)
  const names = namesOf(values)
  return (
    <SheetForm
      className="grid content-start gap-5"
      submitLabel={names.length === 1 ? 'Import 1 table' : `Import ${names.length} tables`}
      {...state}
      canSubmit={remoteSchema !== undefined}
      // A server without tables has nothing to select.
      showProblems={remoteSchema === undefined ? undefined : showProblems}
      onCancel={onClose}
    >
      <Field label="Schema on the server">
        {(control) => (
          <Select
            {...control}
            value={remoteSchema}
            options={remoteSchemas.map((value) => ({ value, label: value }))}
            placeholder="The server has no tables"
            disabled={remoteSchemas.length === 0}
            onValueChange={(value) => change({ remoteSchema: value, chosen: [] })}
          />
        )}
      </Field>
      <Field
        label="Schema in this project"
        error={problems.schema}
        description="Created if it does not exist. API roles get no access to the imported tables, because row level security does not apply to them."
      >
        {(control) => (
          <Input
            {...control}
            className="font-mono"
            autoComplete="off"
            spellCheck={false}
            value={schema}
            onChange={({ target }) => change({ schema: target.value })}
          />
        )}
      </Field>
      <TableChoice
        // Another schema has different tables.
        key={remoteSchema}
        {...{ tables, existing, chosen }}
        problem={isSubmitted && names.length === 0 ? 'Select at least one table.' : undefined}
        onChange={(next) => change({ chosen: [...next] })}
      />
    </SheetForm>
  )
}

type TableChoiceProps = {
  tables: readonly string[]
  /** Tables that have already been imported. */
  existing: ReadonlySet<string>
  chosen: ReadonlySet<string>
  problem: string | undefined
  onChange: (chosen: ReadonlySet<string>) => void
}

/** A search finds further tables. */
const MAX_SHOWN = 200

function TableChoice({ tables, existing, chosen, problem, onChange }: TableChoiceProps) {
  const [search, setSearch] = useState('')
  const found = tables.filter((name) => name.toLowerCase().includes(search.toLowerCase().trim()))
  const shown = found.slice(0, MAX_SHOWN)
  const free = shown.filter((name) => !existing.has(name))
  const areAll = free.length > 0 && free.every((name) => chosen.has(name))
  const toggle = (names: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const name of names) {
      if (isOn) next.add(name)
      else next.delete(name)
    }
    onChange(next)
  }
  return (
    <fieldset className="grid gap-2" data-invalid={problem !== undefined || undefined}>
      <legend className="mb-1.5 font-medium">Tables and views</legend>
      <SearchInput label="Search tables" value={search} onValueChange={setSearch} />
      <div className="grid rounded-md border">
        <Choice
          label="Select all"
          isChosen={areAll}
          isDisabled={free.length === 0}
          onChange={(isOn) => toggle(free, isOn)}
        />
        {shown.map((name) => (
          <Choice
            key={name}
            label={<span className="font-mono text-xs wrap-anywhere">{name}</span>}
            note={existing.has(name) ? 'Imported' : undefined}
            isChosen={chosen.has(name) || existing.has(name)}
            isDisabled={existing.has(name)}
            onChange={(isOn) => toggle([name], isOn)}
          />
        ))}
      </div>
      {problem !== undefined && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      {found.length > MAX_SHOWN && (
        <p className="text-xs text-muted">
          Showing the first {MAX_SHOWN} tables. Search to find others.
        </p>
      )}
    </fieldset>
  )
}

type ChoiceProps = {
  label: React.ReactNode
  note?: string | undefined
  isChosen: boolean
  isDisabled: boolean
  onChange: (isOn: boolean) => void
}

function Choice({ label, note, isChosen, isDisabled, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-8 items-center gap-2.5 border-t px-3 py-1 first:border-t-0">
      <Checkbox
        checked={isChosen}
        disabled={isDisabled}
        onCheckedChange={(checked) => onChange(checked === true)}
      />
      <span className="min-w-0 flex-1">{label}</span>
      {note !== undefined && <span className="text-xs text-muted">{note}</span>}
    </label>
  )
}

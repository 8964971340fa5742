import type { Publication } from '@stoa/contract/services/meta/objects'
import { useState } from 'react'
import { z } from 'zod'
import { useForm } from '../../../components/form/use-form.ts'
import { QueryError } from '../../../components/query-error.tsx'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { useTableNames } from '../../../data/resources/services/meta/objects.ts'
import { useSchemas } from '../../../data/resources/services/meta/tables.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

const MOST_SHOWN = 100
const PUBLISHABLE = new Set(['table', 'partitioned_table'])

/** The IDs of the tables that are switched on or off. */
const Switched = z.object({ switched: z.array(z.int()).min(1) })

type TablesSheetProps = {
  projectRef: string
  publication: Publication
  canChange: boolean
  onClose: () => void
}

/** Switches tables of a publication on and off, and shows the SQL before it runs. */
export function TablesSheet({ projectRef, publication, canChange, onClose }: TablesSheetProps) {
  const names = useTableNames(projectRef)
  const [search, setSearch] = useState('')
  const { values, change, state } = useForm<
    { switched: readonly number[] },
    z.infer<typeof Switched>
  >({ values: { switched: [] }, schema: Switched })
  const { switched } = values
  const published = new Set(publication.tables)
  const schemas = useSchemas(projectRef)
  const isLoaded = names.data !== undefined && schemas.data !== undefined
  const error = names.error ?? schemas.error
  const ofPlatform = new Set(
    schemas.data?.filter((schema) => schema.is_protected).map((schema) => schema.name),
  )
  const tables = (names.data?.tables ?? []).filter(
    ({ id, schema, kind }) =>
      PUBLISHABLE.has(kind) && (published.has(id) || !ofPlatform.has(schema)),
  )
  const wanted = search.trim().toLowerCase()
  const found = tables.filter(({ schema, name }) =>
    `${schema}.${name}`.toLowerCase().includes(wanted),
  )
  const isOn = (id: number) => published.has(id) !== switched.includes(id)
  const toggle = (id: number) =>
    change({
      switched: switched.includes(id)
        ? switched.filter((other) => other !== id)
        : [...switched, id],
    })
  const switchedTo = (on: boolean) =>
    tables
      .filter(({ id }) => switched.includes(id) && isOn(id) === on)
      .map(({ schema, name }) => ({ schema, name }))
  return (
    <Sheet
      open
      size="lg"
      title={
        <>
          Tables of <span className="font-mono">{publication.name}</span>
        </>
      }
      description={descriptionOf(publication)}
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          canChange && switched.length > 0
            ? {
                kind: 'change_publication_tables',
                name: publication.name,
                add: switchedTo(true),
                drop: switchedTo(false),
              }
            : undefined
        }
        submitLabel="Save tables"
        success="Publication saved"
        onClose={onClose}
      >
        {error && !isLoaded && (
          <QueryError
            error={error}
            title="Could not load the tables"
            onRetry={() => void Promise.all([names.refetch(), schemas.refetch()])}
          />
        )}
        {!isLoaded && !error && <Skeleton className="h-64" />}
        {isLoaded && (
          <div className="grid gap-2">
            <SearchInput label="Search tables" value={search} onValueChange={setSearch} />
            <ul aria-label="Tables" className="max-h-96 divide-y overflow-y-auto rounded-md border">
              {found.slice(0, MOST_SHOWN).map(({ id, schema, name }) => (
                <li key={id}>
                  <label className="flex min-h-8 cursor-pointer items-center gap-3 px-3">
                    <span className="min-w-0 flex-1 truncate font-mono text-xs">
                      <span className="text-muted">{schema}.</span>
                      {name}
                    </span>
                    <Switch
                      aria-label={`Publish ${schema}.${name}`}
                      checked={publication.is_for_all_tables || isOn(id)}
                      disabled={!canChange || publication.is_for_all_tables}
                      onCheckedChange={() => toggle(id)}
                    />
                  </label>
                </li>
              ))}
              {found.length === 0 && (
                <li className="px-3 py-2 text-xs text-muted">
                  {tables.length === 0 ? 'The database has no tables yet.' : 'No results'}
                </li>
              )}
            </ul>
            {found.length > MOST_SHOWN && (
              <p role="status" className="text-xs text-muted">
                {formatCount(found.length - MOST_SHOWN)} more. Search to find them.
              </p>
            )}
          </div>
        )}
      </ChangeForm>
    </Sheet>
  )
}

function descriptionOf({ is_for_all_tables, schemas }: Publication): string | undefined {
  if (is_for_all_tables) return 'Publishes every table, including later ones.'
  if (schemas.length > 0) return `Also publishes every table of ${schemas.join(', ')}.`
  return undefined
}

import type { DatabaseParameter, ParameterChange } from '@stoa/contract/services/meta/parameters'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useParameters } from '../../../data/resources/database/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { DatabasePage } from '../database-page.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { NothingFound, PageSearch, withName, type SearchPageProps } from '../list/page-search.tsx'
import { ParameterSheet } from './parameter-sheet.tsx'

/** The configuration parameters of the server, changed ones first. */
export function ParametersPage({ projectRef, search, onSearch }: SearchPageProps) {
  const [chosen, setChosen] = useState<DatabaseParameter>()
  const { data, error, refetch } = useParameters(projectRef)
  const found =
    data &&
    withName(
      data.parameters.map((parameter) => ({ ...parameter, id: parameter.name, locked_by: null })),
      search,
    )
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Parameters"
      description="Settings of the Postgres server. You can change parameters for new sessions of the database or of a role. Parameters that need a restart are managed for you."
    >
      {({ canWrite }) => (
        <>
          <PageSearch label="parameters" search={search} onSearch={onSearch} />
          {error && !data && (
            <QueryError
              error={error}
              title="Could not load the parameters"
              onRetry={() => void refetch()}
            />
          )}
          {!data && !error && <Skeleton className="h-64" />}
          {found?.length === 0 && <NothingFound search={search} />}
          {found && found.length > 0 && (
            <>
              <ObjectTable
                label="Parameters"
                items={found}
                columns={COLUMNS}
                detail={({ description }) => description}
                canChange={canWrite}
                actions={(parameter) => [
                  {
                    label: parameter.changed_by === 'members' ? 'Set' : WHO[parameter.changed_by],
                    disabled: parameter.changed_by !== 'members',
                    onSelect: () => setChosen(parameter),
                  },
                ]}
              />
              <p role="status" className="mt-2 text-xs text-muted">
                {formatCount(found.length)} of {formatCount(data.parameters.length)}
              </p>
            </>
          )}
          {data && chosen && (
            <ParameterSheet
              projectRef={projectRef}
              database={data.database}
              parameter={chosen}
              onClose={() => setChosen(undefined)}
            />
          )}
        </>
      )}
    </DatabasePage>
  )
}

/** Who can change a parameter. */
const WHO: Readonly<Record<ParameterChange, string>> = {
  members: 'You, for new sessions',
  platform: 'The platform',
  restart: 'The platform, with a restart',
  never: 'Fixed in this server',
}

const SOURCES: Readonly<Record<DatabaseParameter['source'], string>> = {
  default: 'Default',
  platform: 'Platform',
  database: 'Database',
  role: 'Role',
}

function Values({ value, overrides }: DatabaseParameter) {
  const others = overrides.filter(({ role }) => role !== null && role !== 'postgres')
  return (
    <>
      <div className="truncate" title={value}>
        {value || <span className="text-muted">empty</span>}
      </div>
      {others.map((override) => (
        <div key={override.role} className="truncate text-muted" title={override.value}>
          {override.role}: {override.value}
        </div>
      ))}
    </>
  )
}

const COLUMNS: readonly ListColumn<DatabaseParameter>[] = [
  {
    header: 'Value',
    className: 'w-28 sm:w-48',
    textClassName: 'font-mono',
    cell: (parameter) => <Values {...parameter} />,
  },
  {
    header: 'Default',
    className: 'hidden w-40 md:table-cell',
    textClassName: 'truncate font-mono text-muted',
    cell: ({ default_value }) => default_value,
  },
  {
    header: 'Source',
    className: 'hidden w-24 sm:table-cell',
    cell: ({ source }) => SOURCES[source],
  },
  {
    header: 'Changed by',
    className: 'hidden w-52 lg:table-cell',
    cell: ({ changed_by }) => WHO[changed_by],
  },
]

import type { DatabaseParameter, ParameterChange } from '@stoa/contract/services/meta/parameters'
import { QueryList } from '../../../components/list/query-list.tsx'
import { useRecordPanel } from '../../../components/list/use-record-panel.ts'
import { useParameters } from '../../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { DatabasePage } from '../database-page.tsx'
import { ObjectTable, type ListColumn } from '../list/object-list.tsx'
import { PageSearch, searchStates, withName, type SearchPageProps } from '../list/page-search.tsx'
import { ParameterSheet } from './parameter-sheet.tsx'

/** The configuration parameters of the server, changed ones first. */
export function ParametersPage({ projectRef, search, onSearch }: SearchPageProps) {
  const { data, ...query } = useParameters(projectRef)
  const parameters = data?.parameters.map((parameter) => ({
    ...parameter,
    id: parameter.name,
    locked_by: null,
  }))
  const { panel, open, close } = useRecordPanel({ kinds: ['set'], items: parameters })
  return (
    <DatabasePage
      projectRef={projectRef}
      title="Parameters"
      description="Settings of the Postgres server. You can change parameters for new sessions of the database or of a role. Parameters that need a restart are managed for you."
    >
      {({ canWrite }) => (
        <>
          <QueryList
            label="parameters"
            query={{ ...query, data: parameters }}
            found={parameters && withName(parameters, search)}
            empty={{ title: 'No parameters', description: 'Postgres’s settings appear here.' }}
            toolbar={<PageSearch label="parameters" search={search} onSearch={onSearch} />}
            {...searchStates(search)}
          >
            {(items) => (
              <>
                <ObjectTable
                  label="Parameters"
                  items={items}
                  columns={COLUMNS}
                  detail={({ description }) => description}
                  canChange={canWrite}
                  actions={(parameter) => [
                    {
                      label: parameter.changed_by === 'members' ? 'Set' : WHO[parameter.changed_by],
                      disabled: parameter.changed_by !== 'members',
                      onSelect: () => open('set', parameter),
                    },
                  ]}
                />
                <p role="status" className="text-xs text-muted">
                  {formatCount(items.length)} of {formatCount(parameters?.length ?? 0)}
                </p>
              </>
            )}
          </QueryList>
          {canWrite && data && panel?.item.changed_by === 'members' && (
            <ParameterSheet
              projectRef={projectRef}
              database={data.database}
              parameter={panel.item}
              onClose={close}
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

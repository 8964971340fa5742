import type { PostgresParameter } from '@stoa/contract/platform/postgres-settings'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { useRecordPanel } from '../../components/list/use-record-panel.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { usePostgresParameters } from '../../data/resources/platform/postgres-settings.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { PendingRestart } from './pending-restart.tsx'
import { SettingSheet } from './setting-sheet.tsx'
import { valueText } from './setting-values.ts'

/** The settings of the server that members can change, and those that wait for a restart. */
export function PostgresSettingsPage({ projectRef }: { projectRef: string }) {
  const { data, ...query } = usePostgresParameters(projectRef)
  const canChange = useCan(projectRef)('project:update')
  const settings = data?.parameters.map((setting) => ({ ...setting, id: setting.name }))
  const { panel, open, close } = useRecordPanel({ kinds: ['change'], items: settings })
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Postgres settings"
      product="database"
      description="Settings of the whole server. Parameters for single roles and databases are on the page Parameters."
      needs={['database:read']}
      forbidden="This page shows settings of the database."
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {data?.failure && (
          <Callout type="danger" title="The database runs with the default settings">
            It did not start with the changed ones. Correct them, then restart the project.
            <pre className="mt-2 overflow-x-auto font-mono text-xs whitespace-pre-wrap">
              {data.failure}
            </pre>
          </Callout>
        )}
        {settings && <PendingRestart projectRef={projectRef} settings={settings} />}
        <QueryList
          label="settings"
          query={{ ...query, data: settings }}
          empty={{ title: 'No settings', description: 'Settings of the server appear here.' }}
        >
          {(items) => (
            <RecordTable
              label="Postgres settings"
              items={items}
              nameOf={({ name }) => name}
              columns={COLUMNS}
              shownId={panel?.item.id}
              {...(canChange && {
                actions: (setting: (typeof items)[number]) => [
                  { label: 'Change', onSelect: () => open('change', setting) },
                ],
              })}
            />
          )}
        </QueryList>
      </div>
      {canChange && panel && (
        <SettingSheet projectRef={projectRef} setting={panel.item} onClose={close} />
      )}
    </ProjectPage>
  )
}

const COLUMNS: readonly RecordColumn<PostgresParameter>[] = [
  {
    header: 'Setting',
    isRowHeader: true,
    cell: ({ name, description }) => (
      <>
        <div className="font-mono break-all">{name}</div>
        <div className="text-xs text-pretty text-muted">{description}</div>
      </>
    ),
  },
  {
    header: 'Value',
    className: 'w-24 sm:w-36',
    cell: ({ value, default_value, is_pending }) => (
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={value === null ? 'font-mono text-muted' : 'font-mono'}>
          {valueText(value ?? default_value)}
        </span>
        {is_pending && <Badge variant="warning">Restart</Badge>}
      </div>
    ),
  },
  {
    header: 'Default',
    className: 'hidden w-28 sm:table-cell',
    textClassName: 'font-mono text-muted',
    cell: ({ default_value }) => valueText(default_value),
  },
  {
    header: 'Range',
    className: 'hidden w-44 md:table-cell',
    textClassName: 'text-muted',
    cell: ({ min, max }) => (min === null || max === null ? 'on or off' : `${min} to ${max}`),
  },
  {
    header: 'Applies',
    className: 'hidden w-36 lg:table-cell',
    cell: ({ needs_restart }) => (needs_restart ? 'After a restart' : 'At once'),
  },
]

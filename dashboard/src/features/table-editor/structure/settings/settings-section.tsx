import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { TableSettings } from '@stoa/contract/services/meta/table-settings'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../../../components/query-error.tsx'
import { Time } from '../../../../components/time.tsx'
import { useTableSettings } from '../../../../data/resources/services/meta/table-settings.ts'
import { formatCount } from '../../../../lib/quantities.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { MaintenanceSheet, RunningCommands } from './maintenance-sheet.tsx'
import { SettingsSheet } from './settings-sheet.tsx'
import { StatisticsList } from './statistics-list.tsx'

type SettingsSectionProps = { projectRef: string; table: TableDetail; canChange: boolean }

/** The owner, storage, replication and maintenance of a table, and its extended statistics. */
export function SettingsSection({ projectRef, table, canChange }: SettingsSectionProps) {
  const { data, error, refetch } = useTableSettings(projectRef, table.id)
  const [panel, setPanel] = useState<'settings' | 'maintenance'>()
  const onClose = () => setPanel(undefined)
  if (error && !data)
    return (
      <QueryError
        title="Could not load the settings of the table"
        error={error}
        onRetry={() => void refetch()}
      />
    )
  if (!data) return null
  const isForeign = table.kind === 'foreign_table'
  return (
    <>
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <div className="flex min-h-7 flex-wrap items-center justify-between gap-2">
          <h2 className="text-sm font-medium">Settings</h2>
          {canChange && (
            <div className="flex gap-2">
              <Button size="sm" onClick={() => setPanel('maintenance')}>
                Maintain
              </Button>
              <Button size="sm" onClick={() => setPanel('settings')}>
                Edit settings
              </Button>
            </div>
          )}
        </div>
        <Facts settings={data} isForeign={isForeign} />
        {canChange && panel !== 'maintenance' && (
          <RunningCommands projectRef={projectRef} id={table.id} />
        )}
        {panel === 'settings' && (
          <SettingsSheet {...{ projectRef, table, onClose }} settings={data} />
        )}
        {panel === 'maintenance' && (
          <MaintenanceSheet {...{ projectRef, table, onClose }} settings={data} />
        )}
      </section>
      <StatisticsList {...{ projectRef, table, canChange }} statistics={data.statistics} />
    </>
  )
}

const IDENTITY_TEXTS = { default: 'Primary key', full: 'All columns', nothing: 'None' }

function Facts({ settings, isForeign }: { settings: TableSettings; isForeign: boolean }) {
  const { is_logged: isLogged, replica_identity: identity, parameters } = settings
  return (
    <dl className="grid grid-cols-1 gap-x-6 gap-y-2 rounded-md border p-3 text-xs sm:grid-cols-2">
      <Fact label="Owner">
        <span className="font-mono">{settings.owner}</span>
      </Fact>
      {isLogged !== null && (
        <Fact label="Write-ahead log">
          {isLogged ? 'Logged' : 'Unlogged: emptied after a crash'}
        </Fact>
      )}
      {!isForeign && (
        <Fact label="Replica identity">
          {identity.kind === 'index' ? (
            <span className="font-mono">{identity.index}</span>
          ) : (
            IDENTITY_TEXTS[identity.kind]
          )}
        </Fact>
      )}
      {isLogged !== null && (
        <>
          <Fact label="Storage parameters">
            {parameters.length === 0 ? (
              'Defaults'
            ) : (
              <span className="font-mono wrap-anywhere">
                {parameters.map(({ name, value }) => `${name} = ${value}`).join(', ')}
              </span>
            )}
          </Fact>
          {settings.clustered_by !== null && (
            <Fact label="Sorted by index">
              <span className="font-mono wrap-anywhere">{settings.clustered_by}</span>
            </Fact>
          )}
          <Fact label="Dead rows">{formatCount(settings.dead_rows)}</Fact>
          <Fact label="Last vacuum">
            <Instant date={settings.last_vacuum} />
          </Fact>
          <Fact label="Last analyze">
            <Instant date={settings.last_analyze} />
          </Fact>
        </>
      )}
    </dl>
  )
}

const Instant = ({ date }: { date: string | null }) =>
  date === null ? 'Never' : <Time date={date} />

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[9rem_minmax(0,1fr)] gap-2">
      <dt className="text-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

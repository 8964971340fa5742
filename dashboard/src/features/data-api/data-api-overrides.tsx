import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'
import { useDataApiOverrides } from '../../data/resources/services/data-api/settings.ts'
import { Callout } from '../../ui/feedback/callout.tsx'

/** The setting of this page that each database setting overrides. */
const SETTING_OF: Readonly<Record<string, keyof DataApiSettings>> = {
  db_schemas: 'exposed_schemas',
  db_extra_search_path: 'extra_search_path',
  db_max_rows: 'max_rows',
  db_pre_request: 'db_pre_request',
  db_tx_end: 'db_tx_end',
  db_aggregates_enabled: 'db_aggregates_enabled',
  db_plan_enabled: 'db_plan_enabled',
  server_timing_enabled: 'server_timing_enabled',
  openapi_mode: 'openapi_mode',
}

type DataApiOverridesProps = {
  projectRef: string
  /** The label of each setting on this page. */
  names: Readonly<Record<string, string>>
}

/** Lists the database's own settings that override this page; renders nothing if there are none. */
export function DataApiOverrides({ projectRef, names }: DataApiOverridesProps) {
  // The page works without this list: other parts report an unavailable database.
  const { data = [] } = useDataApiOverrides(projectRef)
  const told = data.flatMap(({ name, value }) => {
    const setting = SETTING_OF[name]
    return setting === undefined ? [] : [{ name, value, meaning: names[setting] ?? setting }]
  })
  if (told.length === 0) return null
  return (
    <Callout type="caution" title="The database overrides these settings" className="mb-6">
      <p>The Data API uses these values instead of the settings on this page:</p>
      <ul className="my-2 grid gap-1">
        {told.map(({ name, value, meaning }) => (
          <li key={name} className="flex flex-wrap items-baseline gap-x-2">
            <span className="first-letter:uppercase">{meaning}</span>
            <code className="font-mono text-xs wrap-anywhere">
              pgrst.{name} = {value}
            </code>
          </li>
        ))}
      </ul>
      <p>
        They were set with SQL. To remove one, run:{' '}
        <code className="font-mono text-xs wrap-anywhere">
          alter role authenticator reset pgrst.{told[0]?.name}; notify pgrst, &apos;reload
          config&apos;
        </code>
      </p>
    </Callout>
  )
}

import { POSTGRES_SETTING_NAMES, postgresSetting } from '@stoa/contract/catalog/postgres-settings'
import {
  postgresSettings,
  type ManagedPostgresSettings,
  type PostgresSettings,
} from '@stoa/contract/platform/postgres-settings'
import type { SettingsChange } from '@stoa/contract/settings-section'
import { invalidRequest } from '../../lib/refusals.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { changeStatus } from '../projects/port.ts'
import { problemOf } from './ranges.ts'

type SettingsContext = Pick<Context, 'fleet' | 'projectMemoryBytes'>

/**
 * Changes settings of a project's Postgres, which apply at once or at its next restart. 400
 * `invalid_request` for a value that this machine cannot give.
 */
export async function changePostgresSettings(
  { fleet, projectMemoryBytes }: SettingsContext,
  actor: Actor,
  { scope, change }: { scope: ProjectScope; change: SettingsChange<PostgresSettings> },
): Promise<PostgresSettings> {
  const problems = POSTGRES_SETTING_NAMES.flatMap((name) => {
    const value = change[name] ?? null
    return value === null ? [] : (problemOf(name, value, projectMemoryBytes) ?? [])
  })
  if (problems.length > 0)
    throw invalidRequest(problems.join(' '), 'Choose a value in the range, or the default.')
  return fleet.changePostgresSettings(scope.ref, change, (tx) =>
    audit(tx, actor, {
      action: 'project.update_postgres',
      on: scope,
      metadata: { fields: Object.keys(change).join(',') },
    }),
  )
}

/** Replaces all settings. Restarts a running database for those that need it, unless told not to. */
export async function replacePostgresSettings(
  context: Context,
  actor: Actor,
  {
    scope,
    values,
    restarts,
  }: { scope: ProjectScope; values: ManagedPostgresSettings; restarts: boolean },
): Promise<PostgresSettings> {
  const before = (await context.fleet.settings(scope.ref)).of(postgresSettings)
  const change = { ...postgresSettings.defaults, ...values }
  const after = await changePostgresSettings(context, actor, { scope, change })
  const needsRestart = POSTGRES_SETTING_NAMES.some(
    (name) => postgresSetting(name).needsRestart && before[name] !== after[name],
  )
  const instance = await context.fleet.get(scope.ref)
  if (restarts && needsRestart && instance?.compute === 'running')
    await changeStatus(context, actor, { scope, command: 'restart' })
  return after
}

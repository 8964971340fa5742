import type { Project, ProjectDetail } from '@stoa/contract/platform/projects'
import type { Instance } from '../../fleet/port.ts'
import type { Context } from '../context.ts'
import type { Standing } from '../permissions.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from './endpoints-of.ts'
import type { ProjectRow } from './queries.ts'

/** What the control plane knows of a project, joined with what the fleet does. */
export const toProject = (row: ProjectRow, instance: Instance | undefined): Project => ({
  ...row,
  status: instance?.status ?? 'UNKNOWN',
  compute: instance?.compute ?? 'stopped',
  inserted_at: row.inserted_at.toISOString(),
})

export function toProjectDetail(
  context: Context,
  row: ProjectRow,
  {
    instance,
    isDataApiEnabled,
    standing,
    userId,
  }: {
    instance: Instance | undefined
    isDataApiEnabled: boolean
    standing: Standing
    userId: string | null
  },
): ProjectDetail {
  const { addresses, engineVersion, permissions, connectionHandles } = context
  const reached = addresses()
  const project = toProject(row, instance)
  // Before its first start there is nothing to connect to; the dashboard polls until there is.
  const hasBeenUp = typeof instance?.engineVersion === 'string'
  return {
    ...project,
    dbVersion: `supabase-postgres-${instance?.engineVersion ?? engineVersion}`,
    // A sleeping project answers too: it wakes on the request.
    postgrestStatus: isDataApiEnabled && isServing(context, project) ? 'ONLINE' : 'OFFLINE',
    connectionString: hasBeenUp ? connectionString(reached, row.ref, PASSWORD_PLACEHOLDER) : '',
    failure: instance?.failure ?? null,
    connection_handle: userId === null ? null : connectionHandles.issue(row.ref, userId),
    endpoints: endpointsOf(reached, row.ref),
    abilities: permissions.abilitiesOf(standing),
  }
}

/** Whether a request to the project's Data API gets an answer from it, if need be after waking it. */
const isServing = ({ fleet }: Context, { ref, status }: Project): boolean =>
  status === 'ACTIVE_HEALTHY' && fleet.faultOf(ref, 'rest') === undefined

import type { Project, ProjectDetail } from '@stoa/contract/platform/projects'
import type { Member } from '../../project/member.ts'
import type { Instance } from '../../fleet/port.ts'
import type { Context } from '../context.ts'
import type { Standing } from '../permissions.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from './endpoints-of.ts'
import type { ProjectRow } from './queries.ts'

/** The control plane's record of a project, joined with the fleet's state. */
export const toProject = (row: ProjectRow, instance: Instance | undefined): Project => ({
  ...row,
  status: instance?.status ?? 'UNKNOWN',
  compute: instance?.compute ?? 'stopped',
})

export function toProjectDetail(
  context: Context,
  row: ProjectRow,
  {
    instance,
    isDataApiEnabled,
    standing,
    member,
  }: {
    instance: Instance | undefined
    isDataApiEnabled: boolean
    standing: Standing
    member: Member
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
    // A sleeping project counts as online, because it wakes on a request.
    postgrestStatus: isDataApiEnabled && isServing(context, project) ? 'ONLINE' : 'OFFLINE',
    connectionString: hasBeenUp ? connectionString(reached, row.ref, PASSWORD_PLACEHOLDER) : '',
    failure: instance?.failure ?? null,
    connection_handle:
      member.kind === 'person' ? connectionHandles.issue(row.ref, member.userId) : null,
    endpoints: endpointsOf(reached, row.ref),
    abilities: permissions.abilitiesOf(standing),
  }
}

/** Whether the project's Data API would serve a request, if necessary after waking. */
const isServing = ({ fleet }: Pick<Context, 'fleet'>, { ref, status }: Project): boolean =>
  status === 'ACTIVE_HEALTHY' && fleet.faultOf(ref, 'rest') === undefined

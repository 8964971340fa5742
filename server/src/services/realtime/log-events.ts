import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import type { Project } from '../../project/project.ts'

/** The part of a hub that the project's log needs. */
type Noting = {
  readonly project: Pick<Project, 'ref' | 'writeLog'>
  readonly sockets: { readonly size: number }
  settings(): { readonly max_concurrent_users: number }
}

/** Writes to the project's log how many clients are connected after a change. */
export function noteClients(hub: Noting, message: string): void {
  hub.project.writeLog('realtime_logs', {
    message,
    severity: 'info',
    columns: {
      ...own(hub.project, 'info'),
      measurements_connected: hub.sockets.size,
      measurements_limit: hub.settings().max_concurrent_users,
    },
  })
}

/** Writes what happened to a channel, or to the replication of changes. */
export function noteEvent(project: Noting['project'], severity: LogLevel, message: string): void {
  project.writeLog('realtime_logs', { message, severity, columns: own(project, severity) })
}

const own = ({ ref }: Noting['project'], level: LogLevel) => ({
  project: ref,
  external_id: ref,
  level,
})

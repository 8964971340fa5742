import type { SessionEvent } from '../postgres/front-door/index.ts'
import type { LogSink } from '../project/log-sink.ts'

/** Writes what happens to connections of Postgres clients to their project's logs. */
export function createPoolerEvents(logs: LogSink): (event: SessionEvent) => void {
  return ({ ref, kind, message, source, user, database }) => {
    const isRefusal = kind === 'refused'
    logs.write(ref, 'supavisor_logs', {
      message: `${message} user=${user ?? ''} client=${source}`,
      severity: isRefusal ? 'warning' : 'info',
      columns: {
        project: ref,
        level: isRefusal ? 'warning' : 'info',
        type: 'session',
        user,
        db_name: database ?? user,
      },
    })
  }
}

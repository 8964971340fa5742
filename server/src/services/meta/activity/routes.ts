import * as contract from '@stoa/contract/services/meta/activity'
import type { Project } from '../../../project/project.ts'
import { route, type Route } from '../../../lib/http.ts'
import type { Session } from '../../../postgres/database.ts'
import type { Runs } from '../query/runs.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { sightOf } from '../withheld.ts'
import { readActivity } from './queries/sessions.ts'
import { cancelSession, terminateSession } from './signal.ts'
import { readTableSizes } from './queries/table-sizes.ts'
import { readWal } from './queries/wal.ts'

/** The database's current activity and its size. */
export function activityRoutes(runs: Pick<Runs, 'ownPids'>): Route[] {
  return [
    route(contract.getActivity).to(async ({ request }) => ({
      ...(await read(request.project, (tx) => readActivity(tx, sightOf(request)))),
      own_pids: runs.ownPids(request.project, request.member),
    })),
    route(contract.cancelSession).to(async ({ request, body }) => {
      const role = await read(request.project, (tx) => cancelSession(tx, body))
      await request.recordAudit({
        action: 'database_session.cancel',
        target: `pid ${body.pid}`,
        metadata: { role },
      })
      return {}
    }),
    route(contract.terminateSession).to(async ({ request, body }) => {
      const role = await read(request.project, (tx) => terminateSession(tx, body))
      await request.recordAudit({
        action: 'database_session.terminate',
        target: `pid ${body.pid}`,
        metadata: { role },
      })
      return {}
    }),
    route(contract.listTableSizes).to(({ request, query }) =>
      read(request.project, (tx) => readTableSizes(tx, query)),
    ),
    route(contract.getWal).to(({ request }) => read(request.project, readWal)),
  ]
}

// Signals change no data, so they work in a database that is read-only for lack of disk space.
const read = <T>(project: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  readDatabase(project, (tx) => withQualifiedNames(tx, () => work(tx)))

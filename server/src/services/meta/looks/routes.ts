import * as contract from '@stoa/contract/services/meta/looks'
import type { FastifyRequest } from 'fastify'
import type { LookLease, Looks } from '../../../fleet/looks/port.ts'
import { route, type Route } from '../../../lib/http.ts'
import { READER, type RunRights } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { watchClient } from '../query/watch-client.ts'
import { readDatabase } from '../session.ts'
import { bringBack, previewBringBack } from './bring-back.ts'
import { readPastTables } from './queries.ts'

export type LookRouteDeps = { readonly looks: () => Looks; readonly runs: Runs }

/** Everything that the owner reads, and nothing else. */
const OWNER: RunRights = { role: 'postgres', isReadOnly: true }

/** Reads of an earlier moment, which need no running project. */
export const pastRoutes = ({ looks, runs }: LookRouteDeps): readonly Route[] => [
  route(contract.listPastTables).to(({ params }) =>
    withLook(looks().acquire(params.ref), ({ project }) => readDatabase(project, readPastTables)),
  ),
  route(contract.runPastQuery).to(({ request, params, body }) =>
    withLook(looks().acquire(params.ref), ({ project }) =>
      whileClientWaits(request, (signal) =>
        runs.run(project, request.member, {
          request: body,
          rights: request.can('database:write') ? OWNER : READER,
          signal,
        }),
      ),
    ),
  ),
  route(contract.cancelPastQuery).to(async ({ request, params }) => {
    // The end of a look has ended its runs.
    if (looks().get(params.ref)?.phase !== 'open') return { cancelled: false }
    return withLook(looks().acquire(params.ref), async ({ project }) => ({
      cancelled: runs.cancel(project, request.member, params.run_id),
    }))
  }),
]

/** Copies of rows into the running project. */
export const bringBackRoutes = ({ looks }: Pick<LookRouteDeps, 'looks'>): readonly Route[] => [
  route(contract.previewBringBack).to(({ request, params, body }) =>
    withLook(looks().acquire(params.ref), (lease) =>
      whileClientWaits(request, (signal) =>
        previewBringBack(sidesOf(request, lease, signal), body),
      ),
    ),
  ),
  route(contract.bringBack).to(({ request, params, body }) =>
    withLook(looks().acquire(params.ref), async (lease) => {
      const result = await whileClientWaits(request, (signal) =>
        bringBack(sidesOf(request, lease, signal), request.member, body),
      )
      await request.recordAudit({
        action: 'backup.bring_back',
        target: `${result.schema}.${result.table}`,
        metadata: { moment: lease.look.moment.toISOString(), rows: result.inserted },
      })
      return result
    }),
  ),
]

const sidesOf = (request: FastifyRequest, { project, look }: LookLease, signal: AbortSignal) => ({
  past: project,
  moment: look.moment,
  present: request.project,
  signal,
})

async function withLook<T>(lease: LookLease, work: (lease: LookLease) => Promise<T>): Promise<T> {
  try {
    return await work(lease)
  } finally {
    lease.release()
  }
}

async function whileClientWaits<T>(
  request: FastifyRequest,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { signal, release } = watchClient(request)
  try {
    return await work(signal)
  } finally {
    release()
  }
}

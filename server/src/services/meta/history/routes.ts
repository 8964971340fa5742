import { randomUUID } from 'node:crypto'
import * as contract from '@stoa/contract/services/meta/history'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import { route, type Route } from '../../../lib/http.ts'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { readDatabase } from '../session.ts'
import { newMigration, record, rollBack, update } from './manage.ts'
import { findByKey, readMigration, readMigrations, readVersions } from './read.ts'

const TIMEOUT_MS = 120_000
const MAX_KEY = 255

/** The migrations of a database, for the dashboard and as the Management API has them. */
export const historyRoutes = (runs: Runs): Route[] => [
  route(contract.listMigrations).to(({ request, query }) =>
    readDatabase(request.project, (tx) => readMigrations(tx, query)),
  ),
  route(contract.getMigration).to(({ request, params }) =>
    readDatabase(request.project, (tx) => readMigration(tx, params.version)),
  ),
  route(contract.listManagedMigrations).to(({ request }) =>
    readDatabase(request.project, async (tx) =>
      (await readVersions(tx)).map(({ version, name }) => ({
        version,
        ...(name !== null && { name }),
      })),
    ),
  ),
  route(contract.getManagedMigration).to(async ({ request, params }) => {
    const { name, created_by, rollback, idempotency_key, ...found } = await readDatabase(
      request.project,
      (tx) => readMigration(tx, params.version),
    )
    return {
      ...found,
      ...(name !== null && { name }),
      ...(created_by !== null && { created_by }),
      ...(rollback !== null && { rollback }),
      ...(idempotency_key !== null && { idempotency_key }),
    }
  }),
  route(contract.applyMigration).to(async ({ request, body }) => {
    const key = keyOf(request)
    const isKnown =
      key !== undefined &&
      (await readDatabase(request.project, (tx) => findByKey(tx, key))) !== undefined
    if (isKnown) return {}
    await runs.run(request.project, request.member, {
      request: { run_id: randomUUID(), sql: body.query, row_limit: 1, timeout_ms: TIMEOUT_MS },
      signal: new AbortController().signal,
      rights: WRITER,
      migration: newMigration(request, body, key),
    })
    return {}
  }),
  route(contract.recordMigration).to(async ({ request, body }) => {
    await record(request, newMigration(request, body, keyOf(request)))
    return {}
  }),
  route(contract.updateMigration).to(async ({ request, params, body }) => {
    await update(request.project, params.version, body)
    return {}
  }),
  route(contract.rollBackMigrations).to(async ({ request, query }) => {
    await rollBack(request.project, query.gte)
    return {}
  }),
]

/** The key under which a request is recorded only once. */
function keyOf({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (typeof key !== 'string' || key === '') return undefined
  if (key.length <= MAX_KEY) return key
  throw new AppError('invalid_idempotency_key', `The key is longer than ${MAX_KEY} characters.`, {
    status: 400,
    hint: 'Send a shorter key, such as a UUID.',
  })
}

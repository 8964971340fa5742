import { randomUUID } from 'node:crypto'
import * as contract from '@stoa/contract/services/meta/history'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../../../lib/errors.ts'
import { route, type Route } from '../../../lib/http.ts'
import { WRITER } from '../query/rights.ts'
import type { Runs } from '../query/runs.ts'
import { readDatabase } from '../session.ts'
import { watchClient } from '../query/watch-client.ts'
import { applyFile, readFiles, repair } from './files.ts'
import { newMigration, record, rollBack, update } from './manage.ts'
import {
  findByKey,
  readMigration,
  readMigrations,
  readReverted,
  readVersions,
  summaryOf,
} from './read.ts'
import { previewRevert, revert } from './revert.ts'
import { previewSquash, squash } from './squash.ts'

const TIMEOUT_MS = 120_000
const MAX_KEY = 255

/** The migrations of a database, for the dashboard and as the Management API has them. */
export const historyRoutes = (runs: Runs): Route[] => [
  route(contract.listMigrations).to(({ request, query }) =>
    readDatabase(request.project, (tx) => readMigrations(tx, query)),
  ),
  route(contract.getMigration).to(({ request, params }) =>
    readDatabase(request.project, async (tx) => {
      const { idempotency_key: _, ...stored } = await readMigration(tx, params.version)
      const { statements, rollback, details } = stored
      const counted = { statements: statements.length, has_rollback: rollback !== null }
      return {
        ...summaryOf({ ...stored, ...counted }, await readReverted(tx)),
        statements,
        rollback,
        loss: details?.loss ?? null,
        no_rollback: details?.no_rollback ?? null,
      }
    }),
  ),
  ...editingRoutes(runs),
  ...fileRoutes(runs),
  ...managedRoutes(runs),
]

const editingRoutes = (runs: Runs): Route[] => [
  route(contract.revertMigration).to(async ({ request, params: { version }, body }) => {
    if (body.dry_run === true) return previewRevert(request, version)
    const reverted = await untilGone(request, (signal) =>
      revert(runs, request, { version, signal }),
    )
    await request.recordAudit({ action: 'migration.revert', target: version })
    return reverted
  }),
  route(contract.squashMigrations).to(async ({ request, body }) => {
    const isPreview = body.dry_run === true
    const { rollback, ...squashed } = await (isPreview ? previewSquash : squash)(request, body)
    if (!isPreview) {
      const metadata = { migrations: body.versions.length }
      await request.recordAudit({ action: 'migration.squash', target: squashed.version, metadata })
    }
    return { ...squashed, has_rollback: rollback !== undefined }
  }),
  route(contract.repairMigration).to(async ({ request, body }) => {
    await repair(request, body)
    const { status, version } = body
    await request.recordAudit({ action: 'migration.repair', target: version, metadata: { status } })
    return {}
  }),
]

const fileRoutes = (runs: Runs): Route[] => [
  route(contract.listMigrationFiles).to(({ request, query }) => readFiles(request, query.after)),
  route(contract.applyMigrationFile).to(async ({ request, body: file }) => {
    await untilGone(request, (signal) => applyFile(runs, request, { file, signal }))
    return {}
  }),
]

/** Work that is canceled when its client disconnects. */
async function untilGone<T>(
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

const managedRoutes = (runs: Runs): Route[] => [
  route(contract.listManagedMigrations).to(({ request }) =>
    readDatabase(request.project, async (tx) =>
      (await readVersions(tx)).map(({ version, name }) => ({
        version,
        ...(name !== null && { name }),
      })),
    ),
  ),
  route(contract.getManagedMigration).to(async ({ request, params }) => {
    const {
      name,
      created_by,
      rollback,
      idempotency_key,
      details: _,
      ...found
    } = await readDatabase(request.project, (tx) => readMigration(tx, params.version))
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
      migration: { ...newMigration(request, 'management_api', body), idempotencyKey: key },
    })
    return {}
  }),
  route(contract.recordMigration).to(async ({ request, body }) => {
    const migration = newMigration(request, 'management_api', body)
    const details = { ...migration.details, duration_ms: null }
    await record(request, { ...migration, details, idempotencyKey: keyOf(request) })
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

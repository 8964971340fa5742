import type { Service } from '../../project/service.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { createTurns } from '../../lib/turns.ts'
import { createDocuments } from './openapi/documents.ts'
import { createPipelines } from './pipeline.ts'
import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { refuseMethod } from './response/refuse-method.ts'
import { addRoutes } from './routes.ts'

/** The response headers that PostgREST lets web pages read. */
const EXPOSED_HEADERS = [
  'content-encoding',
  'content-location',
  'content-range',
  'content-type',
  'date',
  'location',
  'preference-applied',
  'range-unit',
  'server',
  'server-timing',
  'transfer-encoding',
]

export type DataApiDeps = {
  readonly clock: Clock
  /** Receives server errors. When absent, nothing is logged. */
  readonly log?: Log
}

/** The PostgREST-compatible API of every project's tables, views and functions. */
export function createDataApi({ clock, log = silentLog }: DataApiDeps): Service {
  // Shared by all projects, so that one project's work does not delay the others'.
  const inTurns = createTurns()
  const documents = createDocuments(inTurns)
  const pipelines = createPipelines({ clock, inTurns })
  return {
    name: 'rest',
    title: 'Data API',
    publicDoor: {
      routes: (app) => addRoutes(app, { pipelineOf: pipelines.of, documents, log }),
      cors: { exposedHeaders: EXPOSED_HEADERS },
      refuseMethod,
    },
    settings: dataApiSettings,
    database: {
      servesCallers: true,
      migrations: { owner: 'data-api', folder: new URL('migrations/', import.meta.url) },
    },
    logSource: 'postgrest_logs',
    start(project) {
      // Not awaited, because the first request waits for this reading and reports its failure.
      const reading = pipelines.of(project).schema.current()
      if (reading instanceof Promise) reading.catch(() => {})
    },
    stop: (project) => pipelines.close(project),
  }
}

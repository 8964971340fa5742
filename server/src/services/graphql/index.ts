import { perProject } from '../../project/per-project.ts'
import type { Service } from '../../project/service.ts'
import type { Clock } from '../../lib/clock.ts'
import { silentLog, type Log } from '../../lib/log.ts'
import { createTurns } from '../../lib/turns.ts'
import { createThreadDescriber } from './introspection/describe-in-thread.ts'
import { createLiveSchemas } from './catalogue/live-schemas.ts'
import { memberRoutes } from './member-routes.ts'
import { addRoutes } from './routes.ts'

export type GraphqlDeps = {
  readonly clock: Clock
  /** Receives server errors. When absent, nothing is logged. */
  readonly log?: Log
}

/**
 * GraphQL over every project's tables, views and functions, in the shape of pg_graphql. A project
 * without GraphQL requests costs nothing.
 */
export function createGraphql({ clock, log = silentLog }: GraphqlDeps): Service {
  // Shared by all projects, so that a large schema of one does not delay the others.
  const shared = { clock, inTurns: createTurns(), describeLarge: createThreadDescriber() }
  const schemasOf = perProject((project) => createLiveSchemas(project, shared))
  return {
    name: 'graphql',
    title: 'GraphQL',
    publicDoor: { routes: (app) => addRoutes(app, schemasOf, log) },
    memberDoors: [{ needs: 'database', routes: memberRoutes({ schemasOf, clock, log }) }],
    database: {
      servesCallers: true,
      migrations: { owner: 'graphql', folder: new URL('migrations/', import.meta.url) },
      // Never the engine's own extension, because the server itself resolves GraphQL.
      standIn: {
        name: 'pg_graphql',
        version: '1.5.11',
        comment: 'Provided by the server at /graphql/v1',
      },
    },
    async stop(project) {
      await schemasOf.drop(project)?.close()
    },
  }
}

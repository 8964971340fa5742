import * as contract from '@stoa/contract/services/meta/diagram'
import { route, type Route } from '../../../lib/http.ts'
import { readDatabase } from '../session.ts'
import { sightOf } from '../withheld.ts'
import { readDiagram } from './read-diagram.ts'
import { readSchemaDefinition } from './schema-definition.ts'

/** A schema as a picture, and as the SQL that creates it. */
export const diagramRoutes = (): Route[] => [
  route(contract.getDiagram).to(({ request, query }) =>
    readDatabase(request.project, (tx) =>
      readDiagram(tx, { schema: query.schema, sight: sightOf(request) }),
    ),
  ),
  route(contract.getSchemaDefinition).to(async ({ request, query }) => ({
    sql: await readDatabase(request.project, (tx) => readSchemaDefinition(tx, query.schema)),
  })),
]

import * as contract from '@stoa/contract/services/meta/types'
import { route, type Route } from '../../../lib/http.ts'
import { schemaExists } from '../catalogue/schemas.ts'
import { checkOid, tableNotFound } from '../catalogue/table-detail.ts'
import { readTable } from '../catalogue/tables.ts'
import { schemaNotFound } from '../errors.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { readFunctions } from './queries/functions.ts'
import { generateTypes } from './generate-types.ts'
import { readRelationships } from './queries/relationships.ts'
import { createTypeWriter } from './type-writer.ts'

/** The data for the documentation of a project's API, and its types as source text. */
export function typeRoutes(): Route[] {
  const writer = createTypeWriter()
  return [
    route(contract.generateTypes).to(async ({ request, params, query }) => ({
      types: await generateTypes(request.project, writer, {
        language: params.language,
        schemas: query.included_schemas,
      }),
    })),
    route(contract.generateManagedTypes).to(async ({ request, query }) => ({
      types: await generateTypes(request.project, writer, {
        language: 'typescript',
        schemas: query.included_schemas,
        // The official command line names `graphql_public`, which its `init` writes into every
        // configuration, and expects what a project lacks to be left out.
        skipsMissing: true,
      }),
    })),
    route(contract.listFunctions).to(({ request, query }) =>
      readDatabase(request.project, async (tx) => {
        if (!(await schemaExists(tx, query.schema))) throw schemaNotFound(query.schema)
        return withQualifiedNames(tx, () => readFunctions(tx, query.schema))
      }),
    ),
    route(contract.listRelationships).to(({ request, params }) =>
      readDatabase(request.project, async (tx) => {
        checkOid(params.id)
        if (!(await readTable(tx, params.id))) throw tableNotFound()
        return readRelationships(tx, params.id)
      }),
    ),
  ]
}

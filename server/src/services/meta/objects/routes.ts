import * as extensions from '@stoa/contract/services/meta/extensions'
import * as contract from '@stoa/contract/services/meta/objects'
import { listParameters } from '@stoa/contract/services/meta/parameters'
import type { Project } from '../../../project/project.ts'
import { route, type Route } from '../../../lib/http.ts'
import type { Session } from '../../../postgres/database.ts'
import { readDatabase, withQualifiedNames } from '../session.ts'
import { readCustomTypes } from './queries/custom-types.ts'
import { readDependents } from './queries/dependents.ts'
import { readEnumTypes } from './queries/enum-types.ts'
import { readEventTriggers } from './queries/event-triggers.ts'
import { readExtensions } from './queries/extensions.ts'
import { readFunctionDefinition, readFunctions } from './queries/functions.ts'
import { readIndexes } from './queries/indexes.ts'
import { readParameters } from './parameters.ts'
import { readTablePolicies } from './queries/policies.ts'
import { readPublications } from './queries/publications.ts'
import { readSchemaObjects } from './queries/schemas.ts'
import { readSequences } from './queries/sequences.ts'
import { readTableObjects } from './queries/tables.ts'
import { readTriggers } from './queries/triggers.ts'
import { readViews } from './queries/views.ts'

/** Lists of a database's objects. `object-changes/` changes them. */
export function objectRoutes(): Route[] {
  return [
    route(contract.listFunctions).to(({ request, query }) =>
      read(request.project, (tx) => readFunctions(tx, query)),
    ),
    route(contract.getFunction).to(({ request, params }) =>
      read(request.project, (tx) => readFunctionDefinition(tx, params.id)),
    ),
    route(contract.listTriggers).to(({ request, query }) =>
      read(request.project, (tx) => readTriggers(tx, query)),
    ),
    route(contract.listEventTriggers).to(({ request }) => read(request.project, readEventTriggers)),
    route(contract.listEnumTypes).to(({ request, query }) =>
      read(request.project, (tx) => readEnumTypes(tx, query)),
    ),
    route(contract.listCustomTypes).to(({ request, query }) =>
      read(request.project, (tx) => readCustomTypes(tx, query)),
    ),
    route(contract.listIndexes).to(({ request, query }) =>
      read(request.project, (tx) => readIndexes(tx, query)),
    ),
    route(contract.listTablePolicies).to(({ request, query }) =>
      read(request.project, (tx) => readTablePolicies(tx, query)),
    ),
    route(contract.listTableObjects).to(({ request, query }) =>
      read(request.project, (tx) => readTableObjects(tx, query)),
    ),
    route(contract.listViews).to(({ request, query }) =>
      read(request.project, (tx) => readViews(tx, query)),
    ),
    route(contract.listSequences).to(({ request, query }) =>
      read(request.project, (tx) => readSequences(tx, query)),
    ),
    route(extensions.listExtensions).to(({ request }) => read(request.project, readExtensions)),
    route(contract.listSchemaObjects).to(({ request }) => read(request.project, readSchemaObjects)),
    route(contract.listPublications).to(({ request }) => read(request.project, readPublications)),
    route(listParameters).to(({ request }) => read(request.project, readParameters)),
    route(contract.listDependents).to(({ request, query }) =>
      read(request.project, (tx) => readDependents(tx, query)),
    ),
  ]
}

const read = <T>(project: Project, work: (tx: Session) => Promise<T>): Promise<T> =>
  readDatabase(project, (tx) => withQualifiedNames(tx, () => work(tx)))

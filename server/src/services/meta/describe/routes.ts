import { describeObject as endpoint } from '@stoa/contract/services/meta/describe'
import { route, type Route } from '../../../lib/http.ts'
import { readDatabase } from '../session.ts'
import { sightOf } from '../withheld.ts'
import { describeObject } from './describe.ts'

export const describeRoutes = (): readonly Route[] => [
  route(endpoint).to(({ request, query }) =>
    readDatabase(request.project, (tx) => describeObject(tx, query, sightOf(request))),
  ),
]

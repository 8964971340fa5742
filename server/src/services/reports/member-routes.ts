import * as contract from '@stoa/contract/services/reports/reports'
import { route, type Route } from '../../lib/http.ts'
import type { SeriesReader } from './read-series.ts'

/** The routes for members at `/platform/reports/:ref`. */
export const memberRoutes = (readSeries: SeriesReader): readonly Route[] => [
  route(contract.readSeries).to(({ query, request: { storedProject } }) =>
    readSeries(storedProject.ref, query),
  ),
]

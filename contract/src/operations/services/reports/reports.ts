// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/reports/reports.ts'

export const readSeries: OperationsOf<typeof source.readSeries> = {
  method: 'GET',
  path: '/platform/reports/{ref}/series',
  access: 'reports:read',
}

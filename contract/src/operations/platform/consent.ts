// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/consent.ts'

export const getConsent: OperationsOf<typeof source.getConsent> = {
  method: 'GET',
  path: '/platform/consent',
  access: 'anyone',
}

export const setConsent: OperationsOf<typeof source.setConsent> = {
  method: 'PUT',
  path: '/platform/consent',
  access: 'signed-in',
}

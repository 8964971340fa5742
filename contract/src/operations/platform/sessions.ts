// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/sessions.ts'

export const endOtherSessions: OperationsOf<typeof source.endOtherSessions> = {
  method: 'POST',
  path: '/platform/profile/sessions/end-others',
  access: 'signed-in',
}

export const endSession: OperationsOf<typeof source.endSession> = {
  method: 'DELETE',
  path: '/platform/profile/sessions/{id}',
  access: 'signed-in',
}

export const listSessions: OperationsOf<typeof source.listSessions> = {
  method: 'GET',
  path: '/platform/profile/sessions',
  access: 'signed-in',
}

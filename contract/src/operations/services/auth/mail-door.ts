// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/auth/mail-door.ts'

export const previewMailTemplate: OperationsOf<typeof source.previewMailTemplate> = {
  method: 'POST',
  path: '/platform/auth/{ref}/templates/preview',
  access: 'project:read',
}

export const testSmtp: OperationsOf<typeof source.testSmtp> = {
  method: 'POST',
  path: '/platform/auth/{ref}/smtp/test',
  access: 'project:update',
}

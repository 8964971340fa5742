// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/notices.ts'

export const createNotice: OperationsOf<typeof source.createNotice> = {
  method: 'POST',
  path: '/platform/installation/notices',
  access: 'operator',
}

export const deleteNotice: OperationsOf<typeof source.deleteNotice> = {
  method: 'DELETE',
  path: '/platform/installation/notices/{id}',
  access: 'operator',
}

export const listAllNotices: OperationsOf<typeof source.listAllNotices> = {
  method: 'GET',
  path: '/platform/installation/notices',
  access: 'operator',
}

export const listNotices: OperationsOf<typeof source.listNotices> = {
  method: 'GET',
  path: '/platform/notices',
  access: 'anyone',
}

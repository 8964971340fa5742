// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/privileges.ts'

export const changePrivileges: OperationsOf<typeof source.changePrivileges> = {
  method: 'PATCH',
  path: '/platform/pg-meta/{ref}/column-privileges',
  access: 'database:write',
}

export const grantColumnPrivileges: OperationsOf<typeof source.grantColumnPrivileges> = {
  method: 'POST',
  path: '/platform/pg-meta/{ref}/column-privileges',
  access: 'database:write',
}

export const grantTablePrivileges: OperationsOf<typeof source.grantTablePrivileges> = {
  method: 'POST',
  path: '/platform/pg-meta/{ref}/table-privileges',
  access: 'database:write',
}

export const listColumnPrivileges: OperationsOf<typeof source.listColumnPrivileges> = {
  method: 'GET',
  path: '/platform/pg-meta/{ref}/column-privileges',
  access: 'database:read',
}

export const listRoles: OperationsOf<typeof source.listRoles> = {
  method: 'GET',
  path: '/platform/pg-meta/{ref}/roles',
  access: 'database:read',
}

export const listTablePrivileges: OperationsOf<typeof source.listTablePrivileges> = {
  method: 'GET',
  path: '/platform/pg-meta/{ref}/table-privileges',
  access: 'database:read',
}

export const revokeColumnPrivileges: OperationsOf<typeof source.revokeColumnPrivileges> = {
  method: 'DELETE',
  path: '/platform/pg-meta/{ref}/column-privileges',
  access: 'database:write',
}

export const revokeTablePrivileges: OperationsOf<typeof source.revokeTablePrivileges> = {
  method: 'DELETE',
  path: '/platform/pg-meta/{ref}/table-privileges',
  access: 'database:write',
}

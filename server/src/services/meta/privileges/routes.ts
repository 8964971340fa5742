import type { PrivilegeChange } from '@stoa/contract/services/meta/privileges'
import * as contract from '@stoa/contract/services/meta/privileges'
import { route, type Route } from '../../../lib/http.ts'
import { readDatabase } from '../session.ts'
import { changePrivileges, previewPrivileges } from './change-privileges.ts'
import { readColumnPrivileges, readRoles, readTablePrivileges } from './queries.ts'

const NOTHING: PrivilegeChange = {
  revoke: { tables: [], columns: [] },
  grant: { tables: [], columns: [] },
}

/** Privileges on tables and columns, as postgres-meta serves them, and the roles that hold them. */
export function privilegeRoutes(): Route[] {
  return [
    route(contract.listRoles).to(({ request }) => readDatabase(request.project, readRoles)),
    route(contract.listTablePrivileges).to(({ request, query }) =>
      readDatabase(request.project, (tx) => readTablePrivileges(tx, query)),
    ),
    route(contract.listColumnPrivileges).to(({ request, query }) =>
      readDatabase(request.project, (tx) => readColumnPrivileges(tx, query)),
    ),
    route(contract.grantTablePrivileges).to(async ({ request, body }) => {
      const change = { ...NOTHING, grant: { tables: body, columns: [] } }
      return [...(await changePrivileges(request, change)).tables]
    }),
    route(contract.revokeTablePrivileges).to(async ({ request, body }) => {
      const change = { ...NOTHING, revoke: { tables: body, columns: [] } }
      return [...(await changePrivileges(request, change)).tables]
    }),
    route(contract.grantColumnPrivileges).to(async ({ request, body }) => {
      const change = { ...NOTHING, grant: { tables: [], columns: body } }
      return named(body, (await changePrivileges(request, change)).columns)
    }),
    route(contract.revokeColumnPrivileges).to(async ({ request, body }) => {
      const change = { ...NOTHING, revoke: { tables: [], columns: body } }
      return named(body, (await changePrivileges(request, change)).columns)
    }),
    route(contract.changePrivileges).to(
      async ({ request, body: { dry_run, replaces, ...change } }) => ({
        statements: dry_run
          ? await previewPrivileges(request.project, change)
          : [...(await changePrivileges(request, change, replaces)).statements],
      }),
    ),
  ]
}

function named<T extends { readonly column_id: string }>(
  asked: readonly { readonly column_id: string }[],
  columns: readonly T[],
): T[] {
  const ids = new Set(asked.map(({ column_id }) => column_id))
  return columns.filter(({ column_id }) => ids.has(column_id))
}

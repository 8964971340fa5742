import type {
  ColumnPrivileges,
  PrivilegeChange,
  ShownPrivilege,
  TablePrivileges,
} from '@stoa/contract/services/meta/privileges'
import type { Project } from '../../../project/project.ts'
import { AppError } from '../../../lib/errors.ts'
import { columnNotFound } from '../errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { compile, ident, type Sql } from '../../../postgres/sql.ts'
import { changeDefinition, type Author } from '../history/change-definition.ts'
import { requireUnchanged } from '../../../project/unchanged.ts'
import { findOwnTable } from '../ddl/change-table.ts'
import { checkName } from '../ddl/names.ts'
import { readDatabase } from '../session.ts'
import { addedPrivileges, type Held } from './added-privileges.ts'
import { checkOutcome } from './outcome.ts'
import {
  readColumnNames,
  readPrivilegesOfColumns,
  readPrivilegesOfTables,
  readRoleNames,
  takeTurn,
} from './queries.ts'
import { isEverybody, relationOf, writeStatements } from './statements.ts'

type Changed = {
  /** The SQL that ran, or would run. */
  readonly statements: readonly string[]
  /** The current privileges on every named table. */
  readonly tables: readonly TablePrivileges[]
  readonly columns: readonly ColumnPrivileges[]
}

/**
 * Revokes and grants, all or nothing, and checks the result, because Postgres silently ignores
 * privileges that it could not revoke. Rejects as the contract says.
 */
export const changePrivileges = (
  author: Author,
  change: PrivilegeChange,
  replaces: readonly ShownPrivilege[] = [],
): Promise<Changed> =>
  changeDefinition(author, 'privileges', async (tx) => {
    await takeTurn(tx)
    const ids = relationsOf(change)
    if (replaces.length > 0) await requireShown(tx, replaces)
    const statements = await prepare(tx, change)
    const before = await readHeld(tx, ids)
    const last = statements.at(-1)
    for (const statement of statements)
      await tx.define(statement, {
        undo: async () =>
          statement === last
            ? { statements: await undoSql(tx, before, await readHeld(tx, ids)) }
            : { statements: [] },
      })
    const held = await readHeld(tx, ids)
    checkOutcome(change, held)
    return { statements: statements.map(textOf), ...held }
  })

const readHeld = async (tx: Session, ids: readonly number[]) => ({
  tables: await readPrivilegesOfTables(tx, ids),
  columns: await readPrivilegesOfColumns(tx, ids),
})

/** The statements that restore what was held before. */
const undoSql = async (tx: Session, before: Held, after: Held): Promise<Sql[]> =>
  prepare(tx, { revoke: addedPrivileges(before, after), grant: addedPrivileges(after, before) })

/** 409 `definition_changed` unless each privilege is still as a form showed it. */
async function requireShown(tx: Session, shown: readonly ShownPrivilege[]): Promise<void> {
  const ids = [...new Set(shown.map(({ relation_id }) => relation_id))]
  const tables = await readPrivilegesOfTables(tx, ids)
  const columns = await readPrivilegesOfColumns(tx, ids)
  for (const { relation_id: id, grantee, privilege_type: type, ...seen } of shown) {
    const isHeld = ({ privileges }: Pick<TablePrivileges, 'privileges'>) =>
      privileges.some((held) => held.grantee === grantee && held.privilege_type === type)
    const whole = tables.some((table) => table.relation_id === id && isHeld(table))
    const held = columns.filter((column) => relationOf(column.column_id) === id && isHeld(column))
    const now = { whole, columns: whole ? [] : held.map(({ column_id }) => column_id).sort() }
    requireUnchanged(now, { ...seen, columns: seen.columns.toSorted() })
  }
}

/** The SQL of a change without running it. Rejects invalid names. */
export const previewPrivileges = (project: Project, change: PrivilegeChange): Promise<string[]> =>
  readDatabase(project, async (tx) => (await prepare(tx, change)).map(textOf))

const textOf = (statement: Sql) => `${compile(statement).text};`

const relationsOf = ({ revoke, grant }: PrivilegeChange): number[] => [
  ...new Set([
    ...[...revoke.tables, ...grant.tables].map(({ relation_id }) => relation_id),
    ...[...revoke.columns, ...grant.columns].map(({ column_id }) => relationOf(column_id)),
  ]),
]

async function prepare(tx: Session, change: PrivilegeChange): Promise<Sql[]> {
  const ids = relationsOf(change)
  const tables = new Map<number, Sql>()
  for (const id of ids) {
    const { schema, name } = await findOwnTable(tx, id)
    tables.set(id, ident(schema, name))
  }
  await checkGrantees(tx, change)
  const columns = await readColumnNames(tx, ids)
  return writeStatements(change, {
    table(id) {
      const table = tables.get(id)
      if (!table) throw new Error(`Table ${id} was not looked up`)
      return table
    },
    column(id) {
      const name = columns.get(id)
      if (name === undefined) throw columnNotFound()
      return name
    },
  })
}

async function checkGrantees(tx: Session, { revoke, grant }: PrivilegeChange): Promise<void> {
  const items = [...revoke.tables, ...revoke.columns, ...grant.tables, ...grant.columns]
  const grantees = items.map(({ grantee }) => checkName(grantee))
  const names = [...new Set(grantees)].filter((name) => !isEverybody(name))
  const found = await readRoleNames(tx, names)
  const missing = names.find((name) => !found.has(name))
  if (missing === undefined) return
  throw new AppError('role_not_found', `The role ${JSON.stringify(missing)} does not exist.`, {
    status: 404,
    hint: 'Use a role of this database, or PUBLIC for all roles.',
  })
}

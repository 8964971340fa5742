import { ident, sql, statementText } from '../../postgres/sql.ts'

/** The statements that drop the user mappings of roles, because roles cannot connect with them. */
export const unmapSql = (server: string, roles: readonly string[]): string =>
  roles
    .map((role) =>
      statementText(sql`drop user mapping for ${ident(role)} server ${ident(server)};`),
    )
    .join('\n')

/** An example of an import of all tables of a remote schema into a schema named after the server. */
export const importSql = (server: string): string => {
  const name = ident(server)
  return statementText(
    sql`create schema if not exists ${name};
import foreign schema public from server ${name} into ${name};`,
  )
}

import { AppError } from '../../lib/errors.ts'
import type { ServiceSession, Session } from '../../postgres/database.ts'
import { isDamage } from '../../postgres/failures.ts'
import { ident, sql } from '../../postgres/sql.ts'

/** The tables without which no session works, and the first column of their main index. */
const CATALOG = [
  ['pg_class', 'oid'],
  ['pg_attribute', 'attrelid'],
  ['pg_type', 'oid'],
  ['pg_proc', 'oid'],
  ['pg_namespace', 'oid'],
  ['pg_index', 'indexrelid'],
  ['pg_constraint', 'oid'],
  ['pg_attrdef', 'oid'],
  ['pg_rewrite', 'oid'],
  ['pg_trigger', 'oid'],
  ['pg_policy', 'oid'],
  ['pg_authid', 'oid'],
  ['pg_auth_members', 'roleid'],
  ['pg_database', 'oid'],
] as const

/**
 * Reads every page of the system catalog and of its main indexes. Returns an error if one is damaged;
 * a damaged table of the project's own is no reason to report the whole project.
 *
 * @param admin of the superuser, because others may not read all of these tables.
 */
export async function findCatalogDamage(admin: ServiceSession): Promise<AppError | undefined> {
  try {
    await admin.transaction(readAll, { endsConnection: true })
    return undefined
  } catch (error) {
    return isDamage(error) ? catalogDamaged(error) : undefined
  }
}

async function readAll(tx: Session): Promise<void> {
  for (const byIndex of [false, true]) {
    await tx.run(planning({ byIndex }))
    for (const [name, key] of CATALOG)
      await tx.run(sql`
        select pg_catalog.count(*) from pg_catalog.${ident(name)}
        where ${ident(key)} operator(pg_catalog.>=) 0::pg_catalog.oid`)
  }
}

const planning = ({ byIndex }: { readonly byIndex: boolean }) => sql`
  select
    pg_catalog.set_config('enable_seqscan', ${byIndex ? 'off' : 'on'}, true),
    pg_catalog.set_config('enable_indexscan', ${byIndex ? 'on' : 'off'}, true),
    pg_catalog.set_config('enable_indexonlyscan', 'off', true),
    pg_catalog.set_config('enable_bitmapscan', 'off', true)`

const catalogDamaged = (cause: Error) =>
  new AppError(
    'catalog_damaged',
    `The system catalog of the database is damaged: ${cause.message}.`,
    {
      status: 503,
      hint: 'Restore the project from a backup. If you repair the catalog instead, restart the project.',
      cause,
    },
  )

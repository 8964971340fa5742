import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'
import { extensionBlocked } from './extension-blocked.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { Extensions } from '../../postgres/engines/extensions.ts'
import { compile, ident, sql } from '../../postgres/sql.ts'
import type { NativeExtension, Service } from '../../project/service.ts'
import { withoutForeignCode } from './foreign-code.ts'

/** The extensions that an engine needs for the services to use them, or to stand in for them. */
export const extensionsOf = (services: readonly Pick<Service, 'database'>[]): Extensions => ({
  standIns: services.flatMap(({ database }) => database?.standIn ?? []),
  wanted: services.flatMap(({ database }) => {
    if (!database?.nativeExtension) return []
    const { name, oldest, library } = database.nativeExtension
    return [{ name, oldest, ...(library && { library }) }]
  }),
})

/** The extensions of this engine that the database has, by name. */
export async function nativeExtensionsOf(
  client: Client,
  services: readonly Pick<Service, 'database'>[],
): Promise<ReadonlySet<string>> {
  const names = services.flatMap(({ database }) => database?.nativeExtension?.name ?? [])
  // A stand-in contains nothing.
  const { rows } = await client.query<{ extname: string }>(
    `select extname from pg_catalog.pg_extension as e
     where extname operator(pg_catalog.=) any($1) and exists (
       select from pg_catalog.pg_depend as d
       where d.refclassid operator(pg_catalog.=) 'pg_catalog.pg_extension'::pg_catalog.regclass
         and d.refobjid operator(pg_catalog.=) e.oid and d.deptype operator(pg_catalog.=) 'e')`,
    [names],
  )
  return new Set(rows.map(({ extname }) => extname))
}

export const engineHas = (engine: Engine, { name }: NativeExtension): boolean =>
  engine.extensions.some((extension) => extension.name === name)

/**
 * Replaces the stand-in by the engine's extension and moves all stored data. One transaction, so
 * that the database has one or the other if the server ends at any moment. Rejects with 503
 * `native_extension_blocked` if the owner has objects that depend on what would be replaced.
 */
export const adoptExtension = (client: Client, extension: NativeExtension): Promise<void> =>
  inTransaction(client, async () => {
    await requireNoDependents(client, extension)
    await client.query(compile(sql`drop extension if exists ${ident(extension.name)}`).text)
    const script = await scriptOf(extension, 'adopt')
    await withoutForeignCode(client, movedTables(extension), () => run(client, script))
  })

/**
 * The reverse of `adoptExtension`, for an engine without the extension, and before migrations of
 * the stand-in.
 */
export const releaseExtension = (client: Client, extension: NativeExtension): Promise<void> =>
  inTransaction(client, async () => {
    await requireNoDependents(client, extension)
    const script = await scriptOf(extension, 'release')
    await withoutForeignCode(client, movedTables(extension), () => run(client, script))
  })

/** The schemas that can contain the tables: the one of their name, or the parked one. */
const movedTables = ({ moves }: NativeExtension): readonly string[] =>
  moves.flatMap((name) => [name, `stoa_parked_${name}`])

async function run(client: Client, script: string): Promise<void> {
  await client.query(script)
}

const scriptOf = (extension: NativeExtension, script: 'adopt' | 'release') =>
  readFile(scriptFileOf(extension, script), 'utf8')

export const scriptFileOf = ({ folder }: NativeExtension, script: 'adopt' | 'release'): URL =>
  new URL(`${script}.sql`, folder)

async function inTransaction(client: Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin')
  try {
    await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** A view of the owner would still show the replaced table, without its rows. */
async function requireNoDependents(
  client: Client,
  { name, replaces = [] }: NativeExtension,
): Promise<void> {
  const { rows } = await client.query<{ dependent: string }>(
    `select distinct pg_catalog.format('%I.%I', n.nspname, v.relname) as dependent
     from pg_catalog.pg_depend as d
     join pg_catalog.pg_rewrite as r on r.oid operator(pg_catalog.=) d.objid
     join pg_catalog.pg_class as v on v.oid operator(pg_catalog.=) r.ev_class
     join pg_catalog.pg_class as t on t.oid operator(pg_catalog.=) d.refobjid
     join pg_catalog.pg_namespace as n on n.oid operator(pg_catalog.=) v.relnamespace
     where d.classid operator(pg_catalog.=) 'pg_catalog.pg_rewrite'::pg_catalog.regclass
       and d.refobjid operator(pg_catalog.=) any (
         select pg_catalog.to_regclass(replaced)::pg_catalog.oid
         from pg_catalog.unnest($1::pg_catalog.text[]) as replaced)
       and v.relnamespace operator(pg_catalog.<>) t.relnamespace
     union all
     select c.conrelid::pg_catalog.regclass::pg_catalog.text
     from pg_catalog.pg_constraint as c
     join pg_catalog.pg_class as f on f.oid operator(pg_catalog.=) c.conrelid
     join pg_catalog.pg_class as t on t.oid operator(pg_catalog.=) c.confrelid
     where c.confrelid operator(pg_catalog.=) any (
         select pg_catalog.to_regclass(replaced)::pg_catalog.oid
         from pg_catalog.unnest($1::pg_catalog.text[]) as replaced)
       and f.relnamespace operator(pg_catalog.<>) t.relnamespace`,
    [[...replaces]],
  )
  const [first] = rows
  if (first)
    throw extensionBlocked(
      `${first.dependent} depends on a table of ${name}.`,
      'Drop it, restart the project, and create it again.',
    )
}

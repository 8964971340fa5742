import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { notWritable } from '../data-folder/checks.ts'
import type { Extensions, StandIn, WantedExtension } from './extensions.ts'

type File = { readonly name: string; readonly content: string }

/**
 * Interpreters marked as trusted languages, which the owner of a database could otherwise create.
 * Projects do without them, because they run the owner's code inside a Postgres process.
 */
const LEFT_OUT = ['plperl', 'pltcl', 'bool_plperl', 'jsonb_plperl']

/**
 * Writes an engine's stand-ins for some extensions into a folder of the server's account, once per
 * release and engine, and returns the value of `extension_control_path` (Postgres 18 and later).
 * Every cluster reads these files, and no cluster's account may change them.
 *
 * Migrations and dumps of other installations install extensions whose schemas every project
 * already has. `create extension` finds a stand-in first, because a real extension could not create
 * a schema that exists. It creates nothing, so such a script runs as it is. Stand-ins of extensions
 * that the engine has are left out.
 */
export async function writeControlFiles(
  folder: string,
  { standIns }: Extensions,
  extensions: readonly WantedExtension[],
): Promise<string> {
  const needed = standIns.filter(({ name }) => !extensions.some((own) => own.name === name))
  const files = [...needed.flatMap(standInOf), ...LEFT_OUT.flatMap(refusalOf)]
  const target = path.join(folder, folderName(files))
  // A colon separates folders.
  if (target.includes(':')) return SYSTEM
  if (!existsSync(target)) await write(target, files)
  return `${target}:${SYSTEM}`
}

/** The folder of the engine itself. */
const SYSTEM = '$system'

const standInOf = ({ name, version, schema, comment }: StandIn): readonly File[] => [
  {
    name: `${name}.control`,
    content: [
      `comment = '${comment}'`,
      `default_version = '${version}'`,
      'trusted = true',
      schema === undefined ? 'relocatable = true' : `relocatable = false\nschema = '${schema}'`,
      '',
    ].join('\n'),
  },
  { name: `${name}--${version}.sql`, content: '-- Nothing to create: the server provides it.\n' },
]

/** Postgres does not let the owner create an extension that is not trusted. */
const refusalOf = (name: string): readonly File[] => [
  {
    name: `${name}.control`,
    content: [
      `comment = 'not available in projects'`,
      `default_version = '1.0'`,
      'superuser = true',
      'trusted = false',
      '',
    ].join('\n'),
  },
  {
    name: `${name}--1.0.sql`,
    content: `do $$ begin raise feature_not_supported using message = 'The extension ${name} is not available'; end $$;\n`,
  },
]

function folderName(files: readonly File[]): string {
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(`${name} ${content.length}\n`).update(content)
  return `stand-ins-${hash.digest('hex').slice(0, 12)}`
}

async function write(target: string, files: readonly File[]): Promise<void> {
  const partial = `${target}.partial-${randomBytes(4).toString('hex')}`
  const folder = path.join(partial, 'extension')
  try {
    await mkdir(folder, { recursive: true })
    for (const { name, content } of files) {
      await writeFile(path.join(folder, name), content)
      await chmod(path.join(folder, name), 0o644)
    }
    for (const each of [folder, partial]) await chmod(each, 0o755)
    await rename(partial, target)
  } catch (error) {
    await rm(partial, { recursive: true, force: true }).catch(() => {})
    // Another process may have finished the same folder first.
    if (!existsSync(target)) throw notWritable(path.dirname(target), error)
  }
}

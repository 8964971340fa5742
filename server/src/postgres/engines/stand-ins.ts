import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Engine } from './engine.ts'
import type { StandIn } from './extensions.ts'

type File = { readonly name: string; readonly content: string }

/**
 * Writes the engine's stand-ins into a cluster's data directory, once per release and engine, and
 * returns the value of `extension_control_path`, which Postgres has since version 18.
 *
 * Migrations and dumps of other installations install extensions whose schemas every project already
 * has. `create extension` finds a stand-in first, because a real extension could not create a schema
 * that exists. It creates nothing, so such a script runs as it is. Stand-ins of extensions that the
 * engine has are left out. Synchronous: they are a few kilobytes, and Node's threads can be busy with
 * other files.
 */
export function extensionControlPath(dataDir: string, engine: Engine): string {
  const needed = engine.standIns
    .filter((standIn) => !engine.extensions.some(({ name }) => name === standIn.name))
    .flatMap(filesOf)
  const target = path.join(dataDir, folderName(needed))
  // A colon separates folders. And a full disk must not keep the database from starting.
  const isThere = !target.includes(':') && (existsSync(target) || write(target, needed))
  return isThere ? `${target}:$system` : '$system'
}

const filesOf = ({ name, version, schema, comment }: StandIn): readonly File[] => [
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

function folderName(files: readonly File[]): string {
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(`${name} ${content.length}\n`).update(content)
  return `stand-ins-${hash.digest('hex').slice(0, 12)}`
}

function write(target: string, files: readonly File[]): boolean {
  const partial = `${target}.partial`
  const folder = path.join(partial, 'extension')
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { name, content } of files) {
      writeFileSync(path.join(folder, name), content)
      chmodSync(path.join(folder, name), 0o644)
    }
    for (const each of [folder, partial]) chmodSync(each, 0o755)
    renameSync(partial, target)
    return true
  } catch {
    return false
  }
}

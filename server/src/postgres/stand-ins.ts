import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from './engines/engine.ts'

/** Extensions whose schemas every project has, so that there is nothing to install. */
const SOURCE = fileURLToPath(new URL('stand-ins/extension', import.meta.url))

const files = readdirSync(SOURCE)
  .toSorted()
  .map((name) => ({ name, content: readFileSync(path.join(SOURCE, name)) }))
type StandIn = (typeof files)[number]

/**
 * Copies the stand-ins into a cluster's data directory, once per release and engine, because the
 * cluster's account may not be allowed to read the checkout. Those are left out whose extension the
 * engine has. Returns the value of `extension_control_path`. Synchronous: they are a few kilobytes,
 * and Node's threads can be busy with other files.
 */
export function extensionControlPath(dataDir: string, engine: Engine): string {
  const needed = files.filter(
    (file) => !engine.extensions.some(({ name }) => file.name.startsWith(name)),
  )
  const target = path.join(dataDir, folderName(needed))
  // A colon separates folders. And a full disk must not keep the database from starting.
  const isThere = !target.includes(':') && (existsSync(target) || write(target, needed))
  return isThere ? `${target}:$system` : '$system'
}

function folderName(standIns: readonly StandIn[]): string {
  const hash = createHash('sha256')
  for (const { name, content } of standIns)
    hash.update(`${name} ${content.length}\n`).update(content)
  return `stand-ins-${hash.digest('hex').slice(0, 12)}`
}

function write(target: string, standIns: readonly StandIn[]): boolean {
  const partial = `${target}.partial`
  const folder = path.join(partial, 'extension')
  try {
    rmSync(partial, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    for (const { name, content } of standIns) {
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

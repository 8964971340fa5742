import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A folder that another account can write to, next to a file that it must not read. */
export type HostileFolder = {
  readonly folder: string
  readonly secretFile: string
  /** Puts one of the `hostileKinds` at a path. */
  plant(kind: string, place: string): void
  /**
   * Throws if something outside the folder was read into the text, changed, moved or given away.
   */
  requireUntouched(said?: unknown): void
  remove(): void
}

export const SECRET = 'stoa_operator_secret'

export const makePipe = (place: string) => execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', place])

export function makeSparse(place: string): void {
  fs.writeFileSync(place, '')
  fs.truncateSync(place, 10 * 1024 ** 3)
}

type Plant = (place: string, secretFile: string) => unknown

/** All kinds of entries that a regular file's name can stand for. */
const PLANTS = new Map<string, Plant>([
  ['a link to a secret', (place, secretFile) => fs.symlinkSync(secretFile, place)],
  ['a link to a device', (place) => fs.symlinkSync('/dev/zero', place)],
  ['a link to nothing', (place, secretFile) => fs.symlinkSync(`${secretFile}.missing`, place)],
  ['a link to itself', (place) => fs.symlinkSync(place, place)],
  ['a link to a folder', (place, secretFile) => fs.symlinkSync(path.dirname(secretFile), place)],
  ['a hard link to a secret', (place, secretFile) => fs.linkSync(secretFile, place)],
  ['a named pipe', (place) => makePipe(place)],
  ['a folder', (place) => fs.mkdirSync(path.join(place, 'sub'), { recursive: true })],
  ['a sparse file of 10 GB', makeSparse],
])
// Only root can create one.
if (process.getuid?.() === 0)
  PLANTS.set('a device', (place) => execFileSync('mknod', [place, 'c', '1', '5']))

export const hostileKinds: readonly string[] = [...PLANTS.keys()]

/** Looks like a regular file until its content or its links are examined. */
export const isRegular = (kind: string): boolean => /hard link|sparse/.test(kind)

export function createHostileFolder(): HostileFolder {
  const parent = fs.mkdtempSync(path.join(os.tmpdir(), 'stoa-hostile-'))
  const folder = path.join(parent, 'folder')
  const outside = path.join(parent, 'outside')
  const secretFile = path.join(outside, 'secret')
  for (const name of [folder, outside]) fs.mkdirSync(name)
  fs.writeFileSync(secretFile, SECRET, { mode: 0o600 })
  const { uid, mode, mtimeMs } = fs.statSync(secretFile)
  return {
    folder,
    secretFile,
    plant(kind, place) {
      const plant = PLANTS.get(kind)
      if (!plant) throw new Error(`Nothing is called ${kind}`)
      plant(place, secretFile)
    },
    requireUntouched(said) {
      const text = said instanceof Error ? textOf(said) : JSON.stringify(said)
      if (text?.includes(SECRET)) throw new Error(`The secret was quoted: ${text}`)
      const now = fs.statSync(secretFile)
      const isSame = now.uid === uid && now.mode === mode && now.mtimeMs === mtimeMs
      if (!isSame || fs.readFileSync(secretFile, 'utf8') !== SECRET)
        throw new Error('The secret was changed')
      if (fs.readdirSync(outside).length !== 1 || fs.readdirSync(parent).length > 2)
        throw new Error('A file outside of the folder was added')
    },
    remove: () => fs.rmSync(parent, { recursive: true, force: true }),
  }
}

/** The full text of an error and of its cause. */
function textOf(error: Error): string {
  const own = Object.getOwnPropertyNames(error).map((name) => String(Reflect.get(error, name)))
  return [...own, error.cause instanceof Error ? textOf(error.cause) : ''].join('\n')
}

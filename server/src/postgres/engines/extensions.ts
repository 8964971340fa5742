import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import { runAs } from './run.ts'

/** The stand-in that `create extension` finds for an extension that the server provides itself. */
export type StandIn = {
  readonly name: string
  readonly version: string
  /** The schema that it is created in; by default, the statement's. */
  readonly schema?: string
  readonly comment: string
}

/** An extension that projects use if the engine has it. */
export type WantedExtension = {
  readonly name: string
  /** The oldest version with the tables and functions that projects need. */
  readonly oldest: readonly [major: number, minor: number]
  /** Settings of its library, which every cluster loads; absent if it is pure SQL. */
  readonly library?: Readonly<Record<string, string>>
}

/** The extensions that projects have on every engine. */
export type Extensions = {
  readonly standIns: readonly StandIn[]
  readonly wanted: readonly WantedExtension[]
}

/** The wanted extensions that this engine has. */
export async function findExtensions(
  account: Account | undefined,
  binDir: string,
  wanted: readonly WantedExtension[],
): Promise<readonly WantedExtension[]> {
  const share = await shareFolder(account, binDir)
  if (share === undefined) return []
  return wanted.flatMap(({ library, ...extension }) => {
    const version = defaultVersion(path.join(share, 'extension', `${extension.name}.control`))
    if (version === undefined || isOlder(version, extension.oldest)) return []
    return [library && hasLibrary(binDir, extension.name) ? { ...extension, library } : extension]
  })
}

/** `initdb --show` names the folder, and needs no data directory for it. */
async function shareFolder(
  account: Account | undefined,
  binDir: string,
): Promise<string | undefined> {
  const shown = await runAs(account, '/bin/sh', [
    '-c',
    '"$0" --show -D /nonexistent 2>&1 || true',
    path.join(binDir, 'initdb'),
  ])
  return /^share_path=(.+)$/m.exec(shown)?.[1]
}

function defaultVersion(controlFile: string): readonly [number, number] | undefined {
  if (!existsSync(controlFile)) return undefined
  const found = /^[ \t]*default_version[ \t]*=[ \t]*'(\d+)(?:\.(\d+))?/m.exec(
    readFileSync(controlFile, 'utf8'),
  )
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : undefined
}

const isOlder = (
  [major, minor]: readonly [number, number],
  [oldestMajor, oldestMinor]: readonly [number, number],
) => major < oldestMajor || (major === oldestMajor && minor < oldestMinor)

/** Debian's installations have their libraries in `lib`, others in a folder of it. */
const hasLibrary = (binDir: string, name: string): boolean =>
  ['../lib', '../lib/postgresql'].some((folder) =>
    ['so', 'dylib'].some((ending) => existsSync(path.join(binDir, folder, `${name}.${ending}`))),
  )

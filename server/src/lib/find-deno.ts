import { createRequire } from 'node:module'
import path from 'node:path'

/** The packages with Deno for this system, if there is one. */
const PACKAGES: ReadonlyMap<string, string> = new Map([
  ['darwin-arm64', '@deno/darwin-arm64'],
  ['darwin-x64', '@deno/darwin-x64'],
  ['linux-arm64', '@deno/linux-arm64-glibc'],
  ['linux-x64', '@deno/linux-x64-glibc'],
])

/** The path of the Deno program. Throws if it is not installed. */
export function findDeno(): string {
  const system = `${process.platform}-${process.arch}`
  const name = PACKAGES.get(system)
  if (name === undefined) throw new Error(`There is no Deno for ${system}`)
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
  return path.join(path.dirname(manifest), 'deno')
}

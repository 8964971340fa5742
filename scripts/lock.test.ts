import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Entry = { readonly resolved?: string; readonly optionalDependencies?: Record<string, string> }

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }

it('the lock file names no address that packages were downloaded from', () => {
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))
  expect(addresses).toEqual([])
})

it('the lock file has an entry for every platform’s packages, so npm ci takes it everywhere', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(place, name)),
  )
  expect(missing).toEqual([])
})

/** Whether npm, looking upwards from a place, finds an entry for a package. */
function isLocked(place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

type Entry = {
  readonly resolved?: string
  readonly link?: boolean
  readonly integrity?: string
  readonly optionalDependencies?: Record<string, string>
}

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as { packages: Record<string, Entry> }

it('the lock file has no download URLs', () => {
  const addresses = Object.values(packages).filter(({ resolved }) => resolved?.includes('://'))
  expect(addresses).toEqual([])
})

it('the lock file has every platform’s packages, so npm ci accepts it on all of them', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter((name) => !isLocked(place, name)),
  )
  expect(missing).toEqual([])
})

/** Binaries that the registry did not serve for other platforms when the lock file was made. */
const UNVERIFIED = /^node_modules\/(@node-rs\/bcrypt|@supabase\/cli)-[\w-]+$/

it('the lock file has the integrity of every package', () => {
  const unverified = Object.entries(packages)
    .filter(
      ([place, { link, integrity }]) => place.includes('node_modules/') && !link && !integrity,
    )
    .map(([place]) => place)
  expect(unverified.filter((place) => !UNVERIFIED.test(place))).toEqual([])
})

/** Whether npm finds an entry for a package in a folder or its parents. */
function isLocked(place: string, name: string): boolean {
  for (let at = place; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    if (`${at === '' ? '' : `${at}/`}node_modules/${name}` in packages) return true
    if (at === '') return false
  }
}

import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'

/** The names in a folder of the repository, without the extensions of files. */
function names(folder: string): string[] {
  return readdirSync(new URL(`../${folder}/`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() || /(?<!\.test)\.ts$/.test(entry.name))
    .map((entry) => (entry.isDirectory() ? entry.name : entry.name.replace(/\.ts$/, '')))
    .sort()
}

it('names the folders of resources like the services of the contract', () => {
  const contract = new Set(names('contract/src/services'))
  const unknown = names('dashboard/src/data/resources/services').filter(
    (name) => !contract.has(name),
  )
  expect(unknown).toEqual([])
})

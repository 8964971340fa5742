import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { isVersion } from './content-place.ts'
import { createVersions } from './versions.ts'

it('makes different versions, many consecutive ones in one folder and all together in many', () => {
  const newVersion = createVersions(randomUUID)
  const versions = Array.from({ length: 10_000 }, newVersion)
  expect(versions.filter((version) => !isVersion(version))).toEqual([])
  expect(new Set(versions).size).toBe(versions.length)
  const folders = versions.map((version) => version.slice(0, 2))
  const changes = folders.filter((folder, at) => at > 0 && folder !== folders[at - 1])
  expect(changes.length).toBeLessThan(100)
  expect(new Set(folders).size).toBeGreaterThan(10)
})

import { expect, it } from 'vitest'
import { MAX_KEPT_VERSIONS } from './limits.ts'
import { nextRecord, NOT_ACTIVE } from './next-record.ts'
import type { FunctionRecord } from './records.ts'

const versionOf = (version: number) => ({
  version,
  createdAt: version,
  createdBy: null,
  bytes: 1,
  entrypoint: 'index.ts',
  sha256: '',
})

const deploy = (before: FunctionRecord | undefined, version: number, isActivated = true) =>
  nextRecord(before, {
    id: 'id',
    slug: 'hello',
    version: versionOf(version),
    isActivated,
    changes: { name: 'Hello' },
    at: version,
  })

it('applies changes only with the activation', () => {
  const bundled = deploy(undefined, 1, false).record
  expect(bundled).toMatchObject({ name: 'hello', active: NOT_ACTIVE, lastVersion: 1, updatedAt: 1 })
  const active = deploy(bundled, 2).record
  expect(active).toMatchObject({ name: 'Hello', active: 2, createdAt: 1, updatedAt: 2 })
})

it('drops the oldest version, except the active one', () => {
  let { record } = deploy(undefined, 1)
  for (let version = 2; version <= MAX_KEPT_VERSIONS; version += 1)
    record = deploy(record, version, false).record
  const next = deploy(record, MAX_KEPT_VERSIONS + 1, false)
  expect(next.dropped).toEqual([])
  expect(next.record.versions).toHaveLength(MAX_KEPT_VERSIONS + 1)
  expect(deploy(record, MAX_KEPT_VERSIONS + 1).dropped.map(({ version }) => version)).toEqual([1])
})

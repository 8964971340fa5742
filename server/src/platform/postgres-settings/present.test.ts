import { postgresSettings } from '@stoa/contract/platform/postgres-settings'
import type { ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import { expect, it } from 'vitest'
import { toParameters } from './present.ts'

const defaultsFor = (computeSize: ComputeSizeId | null) =>
  Object.fromEntries(
    toParameters(postgresSettings.defaults, {
      running: undefined,
      memoryBytes: 4 * 1024 ** 3,
      computeSize,
    }).map(({ name, default_value }) => [name, default_value]),
  )

it('shows the defaults of the compute size, which the database starts with', () => {
  expect(defaultsFor('nano')).toMatchObject({
    max_connections: 30,
    shared_buffers: '128MB',
    work_mem: '17MB',
    statement_timeout: '0',
  })
  expect(defaultsFor('large')).toMatchObject({ max_connections: 160, shared_buffers: '2048MB' })
})

it('shows the defaults of the installation for a project without a compute size', () => {
  expect(defaultsFor(null)).toMatchObject({ max_connections: 60, shared_buffers: '32MB' })
})

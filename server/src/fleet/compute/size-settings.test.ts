import { COMPUTE_SIZES } from '@stoa/contract/catalog/compute-sizes'
import { expect, it } from 'vitest'
import { sizeLimits, sizeSettings } from './size-settings.ts'

const sizeOf = (id: string) => {
  const found = COMPUTE_SIZES.find((size) => size.id === id)
  if (!found) throw new Error(`There is no size ${id}`)
  return found
}

// SPEC: "**Compute specs**: baseline_disk_io_mbs, connections_direct, connections_pooler, cpu_cores, cpu_dedicated, max_disk_io_mbs, memory_gb."
// SPEC: "Smallest | 30 | 200 | shared | 0.5 GB | 43 MB/s | 2085 MB/s"
// SPEC: "Next | 60 | 200 | 2 cores | 1 GB | 87 MB/s | 2085 MB/s"
it('begins with the two sizes of the specification', () => {
  expect(COMPUTE_SIZES.slice(0, 2)).toEqual([
    {
      id: 'nano',
      name: 'Nano',
      connections_direct: 30,
      connections_pooler: 200,
      cpu_cores: null,
      cpu_dedicated: false,
      memory_gb: 0.5,
      baseline_disk_io_mbs: 43,
      max_disk_io_mbs: 2085,
    },
    {
      id: 'micro',
      name: 'Micro',
      connections_direct: 60,
      connections_pooler: 200,
      cpu_cores: 2,
      cpu_dedicated: false,
      memory_gb: 1,
      baseline_disk_io_mbs: 87,
      max_disk_io_mbs: 2085,
    },
  ])
})

it('grows in every respect from size to size', () => {
  const fields = [
    'connections_direct',
    'connections_pooler',
    'memory_gb',
    'baseline_disk_io_mbs',
  ] as const
  for (const [index, size] of COMPUTE_SIZES.slice(1).entries())
    for (const field of fields)
      expect(size[field]).toBeGreaterThanOrEqual(COMPUTE_SIZES[index]?.[field] ?? Infinity)
})

it('divides the memory of a size among the caches and the sorts of Postgres', () => {
  expect(sizeSettings(sizeOf('large'))).toEqual({
    max_connections: '160',
    shared_buffers: '2048MB',
    effective_cache_size: '6144MB',
    maintenance_work_mem: '512MB',
    work_mem: '51MB',
    max_worker_processes: '6',
    max_parallel_workers: '2',
    max_parallel_workers_per_gather: '1',
  })
})

it('leaves room in the smallest size for every connection', () => {
  const { shared_buffers, work_mem } = sizeSettings(sizeOf('nano'))
  expect([shared_buffers, work_mem]).toEqual(['128MB', '17MB'])
})

it('limits the memory of a size, and its processors unless they are shared', () => {
  expect(sizeLimits(sizeOf('nano'))).toEqual({ memoryBytes: 512 * 1024 * 1024 })
  expect(sizeLimits(sizeOf('xlarge'))).toEqual({ memoryBytes: 16 * 1024 ** 3, cpuCores: 4 })
})

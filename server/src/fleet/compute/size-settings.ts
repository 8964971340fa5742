import type { ComputeSize } from '@stoa/contract/catalog/compute-sizes'
import type { ControlGroupLimits } from '../../postgres/processes/control-groups.ts'

const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE

/**
 * The settings of Postgres that follow from a compute size. Its memory is divided as Postgres's
 * manual advises: a quarter for shared buffers, and three quarters as what the planner can expect in
 * the caches. The memory of sorts is chosen so that every fourth connection can sort at once.
 */
export function sizeSettings(size: ComputeSize): Readonly<Record<string, string>> {
  const memory = size.memory_gb * GIGABYTE
  const cores = size.cpu_cores ?? 2
  const sorting = memory / 4 / (size.connections_direct / 4)
  return {
    max_connections: `${size.connections_direct}`,
    shared_buffers: inMegabytes(memory / 4),
    effective_cache_size: inMegabytes((memory * 3) / 4),
    maintenance_work_mem: inMegabytes(Math.min(memory / 16, 2 * GIGABYTE)),
    work_mem: inMegabytes(Math.max(sorting, 2 * MEGABYTE)),
    max_worker_processes: `${Math.max(cores, 6)}`,
    max_parallel_workers: `${cores}`,
    max_parallel_workers_per_gather: `${Math.ceil(cores / 2)}`,
  }
}

/** The limits of the control group of a size's cluster. */
export const sizeLimits = ({ memory_gb, cpu_cores }: ComputeSize): ControlGroupLimits => ({
  memoryBytes: memory_gb * GIGABYTE,
  ...(cpu_cores !== null && { cpuCores: cpu_cores }),
})

const inMegabytes = (bytes: number) => `${Math.round(bytes / MEGABYTE)}MB`

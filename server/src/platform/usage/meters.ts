import { COMPUTE_SIZE_IDS, type ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import type { SampledMetric } from '@stoa/contract/catalog/metrics'
import type { UsageProductId } from '@stoa/contract/catalog/usage-products'

/** The product that a service's counter belongs to; undefined for counters that are not billed. */
export function productOf({
  service,
  meter,
}: {
  readonly service: string
  readonly meter: string
}): UsageProductId | undefined {
  if (meter === 'egress_bytes') return 'egress'
  if (service === 'functions' && meter === 'requests') return 'function_invocations'
  if (service === 'realtime' && MESSAGES.has(meter)) return 'realtime_messages'
  return undefined
}

/** A message counts when a client sends it, and once for each client that receives it. */
const MESSAGES: ReadonlySet<string> = new Set(['messages', 'deliveries', 'changes'])

/** Current values, of which the highest of each hour counts. */
export const GAUGES: Readonly<Partial<Record<SampledMetric, UsageProductId>>> = {
  database_bytes: 'database',
  disk_bytes: 'disk',
  storage_bytes: 'storage',
  realtime_connections: 'realtime_connections',
}

/** Sizes last while a project sleeps, so each hour begins with those of the hour before. */
export const LASTING: readonly UsageProductId[] = ['database', 'disk', 'storage']

const COMPUTE = 'compute_'

/** The recorded name of an hour of a compute size. */
export const computeProduct = (size: ComputeSizeId): string => `${COMPUTE}${size}`

/** The size of a recorded name; undefined for another product. */
export const computeSizeOf = (product: string): ComputeSizeId | undefined =>
  COMPUTE_SIZE_IDS.find((size) => computeProduct(size) === product)

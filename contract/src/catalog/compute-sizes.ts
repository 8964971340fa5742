/** The resources of a project's database. SPEC 3 names the fields, and SPEC 9 the values. */
export type ComputeSize = {
  readonly id: ComputeSizeId
  readonly name: string
  /** The most connections that Postgres accepts. */
  readonly connections_direct: number
  /** The most clients of a transaction pooler. */
  readonly connections_pooler: number
  /** Null where the processors are shared without a limit. */
  readonly cpu_cores: number | null
  /** Whether its cores serve no other project. */
  readonly cpu_dedicated: boolean
  readonly memory_gb: number
  readonly baseline_disk_io_mbs: number
  readonly max_disk_io_mbs: number
}

/** The sizes by id, smallest first. */
export const COMPUTE_SIZE_IDS = [
  'nano',
  'micro',
  'small',
  'medium',
  'large',
  'xlarge',
  '2xlarge',
  '4xlarge',
] as const
export type ComputeSizeId = (typeof COMPUTE_SIZE_IDS)[number]

const size = (
  id: ComputeSizeId,
  [name, direct, pooler, cores, memory, baseline, burst]: readonly [
    string,
    number,
    number,
    number | null,
    number,
    number,
    number,
  ],
): ComputeSize => ({
  id,
  name,
  connections_direct: direct,
  connections_pooler: pooler,
  cpu_cores: cores,
  cpu_dedicated: cores !== null && memory >= 8,
  memory_gb: memory,
  baseline_disk_io_mbs: baseline,
  max_disk_io_mbs: burst,
})

/** The sizes that an installation offers, as far as its machine is large enough. */
export const COMPUTE_SIZES: readonly ComputeSize[] = [
  size('nano', ['Nano', 30, 200, null, 0.5, 43, 2085]),
  size('micro', ['Micro', 60, 200, 2, 1, 87, 2085]),
  size('small', ['Small', 90, 400, 2, 2, 174, 2085]),
  size('medium', ['Medium', 120, 600, 2, 4, 347, 2085]),
  size('large', ['Large', 160, 800, 2, 8, 630, 4750]),
  size('xlarge', ['XL', 240, 1000, 4, 16, 1188, 4750]),
  size('2xlarge', ['2XL', 380, 1500, 8, 32, 2375, 4750]),
  size('4xlarge', ['4XL', 480, 3000, 16, 64, 4750, 4750]),
]

/** The size of this id; undefined for null. */
export const findComputeSize = (id: ComputeSizeId | null): ComputeSize | undefined =>
  COMPUTE_SIZES.find((size) => size.id === id)

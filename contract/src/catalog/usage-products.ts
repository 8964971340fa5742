/** A product that is metered for projects, and how the hours of a cycle become its quantity. */
export type UsageProduct = {
  readonly title: string
  readonly unit: 'bytes' | 'count' | 'hours'
  /**
   * `sum`: the hours add up. `average`: over all hours of the cycle. `peak`: the highest hour.
   */
  readonly over: 'sum' | 'average' | 'peak'
  /** Whether each project has the included quantity, or all projects of the organization share it. */
  readonly isPerProject: boolean
}

export const USAGE_PRODUCT_IDS = [
  'egress',
  'database',
  'disk',
  'storage',
  'active_users',
  'realtime_connections',
  'realtime_messages',
  'function_invocations',
  'branch_hours',
] as const
export type UsageProductId = (typeof USAGE_PRODUCT_IDS)[number]

export const USAGE_PRODUCTS: Readonly<Record<UsageProductId, UsageProduct>> = {
  egress: { title: 'Egress', unit: 'bytes', over: 'sum', isPerProject: false },
  database: { title: 'Database size', unit: 'bytes', over: 'average', isPerProject: true },
  disk: { title: 'Disk size', unit: 'bytes', over: 'average', isPerProject: true },
  storage: { title: 'Storage size', unit: 'bytes', over: 'average', isPerProject: false },
  active_users: {
    title: 'Monthly active users',
    unit: 'count',
    over: 'peak',
    isPerProject: false,
  },
  realtime_connections: {
    title: 'Peak realtime connections',
    unit: 'count',
    over: 'peak',
    isPerProject: false,
  },
  realtime_messages: {
    title: 'Realtime messages',
    unit: 'count',
    over: 'sum',
    isPerProject: false,
  },
  function_invocations: {
    title: 'Function invocations',
    unit: 'count',
    over: 'sum',
    isPerProject: false,
  },
  branch_hours: { title: 'Branches', unit: 'hours', over: 'sum', isPerProject: true },
}

export const TABS = [
  { value: 'overview', label: 'Overview' },
  { value: 'invocations', label: 'Invocations' },
  { value: 'logs', label: 'Logs' },
  { value: 'code', label: 'Code' },
  { value: 'test', label: 'Test' },
  { value: 'triggers', label: 'Triggers' },
  { value: 'versions', label: 'Versions' },
  { value: 'details', label: 'Details' },
] as const

export type FunctionTab = (typeof TABS)[number]['value']

export const isFunctionTab = (value: unknown): value is FunctionTab =>
  TABS.some((tab) => tab.value === value)

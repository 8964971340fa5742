import type { AlertRuleSettings } from '@stoa/contract/services/alerts/rules'

const GIGABYTE = 1024 ** 3
/** Four fifths of a project's disk space. */
const DISK_BYTES = 0.8 * 8 * GIGABYTE

const common = {
  enabled: true,
  notifies_owners: true,
  channel_ids: [],
  repeat_minutes: null,
} as const

/** The rules that every project has from the start. Members can change and delete them. */
export const DEFAULT_RULES: readonly AlertRuleSettings[] = [
  {
    ...common,
    channel_ids: [],
    name: 'Disk space',
    severity: 'critical',
    minutes: 5,
    condition: {
      kind: 'metric',
      metric: 'disk_bytes',
      percent_of: null,
      comparison: 'above',
      threshold: DISK_BYTES,
    },
  },
  {
    ...common,
    channel_ids: [],
    name: 'Server errors',
    severity: 'critical',
    minutes: 5,
    condition: {
      kind: 'metric',
      metric: 'gateway.server_errors',
      percent_of: 'gateway.requests',
      comparison: 'above',
      threshold: 5,
    },
  },
  {
    ...common,
    channel_ids: [],
    name: 'Connection limit',
    severity: 'warning',
    minutes: 5,
    condition: {
      kind: 'metric',
      metric: 'connections',
      percent_of: 'connections_limit',
      comparison: 'above',
      threshold: 80,
    },
  },
  {
    ...common,
    channel_ids: [],
    name: 'Backups',
    severity: 'critical',
    minutes: 60,
    condition: { kind: 'backup' },
  },
  {
    ...common,
    channel_ids: [],
    name: 'Rule or query cannot run',
    severity: 'warning',
    minutes: 15,
    condition: { kind: 'failure' },
  },
]

import type { PostgresSettings } from '@stoa/contract/platform/postgres-settings'

/** The settings that a running cluster has, as far as they need a restart. */
export type ConfState = {
  /** The settings of the members at the last start. */
  readonly startedWith: PostgresSettings
  /** Why the cluster started without them; null if it has them. */
  readonly failure: string | null
}

import type { RelationKind } from '@stoa/contract/services/meta/catalogue'
import { Eye, Layers, Table2, TableProperties, Unplug } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'

/** The display name and icon of each kind of relation. */
export const KINDS: Record<RelationKind, { label: string; icon: LucideIcon }> = {
  table: { label: 'Table', icon: Table2 },
  partitioned_table: { label: 'Partitioned table', icon: TableProperties },
  view: { label: 'View', icon: Eye },
  materialized_view: { label: 'Materialized view', icon: Layers },
  foreign_table: { label: 'Foreign table', icon: Unplug },
}

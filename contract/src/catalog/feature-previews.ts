import type { PlanId } from '../platform/organizations.ts'

/** A flag that opens a preview to the public, and its value where no record says otherwise. */
export type Gate = { readonly flag: string; readonly default: boolean }

export type FeaturePreview = {
  /** Under which a person's choice is kept; part of stored data, so it never changes. */
  readonly key: string
  readonly name: string
  readonly isNew: boolean
  /** Not shown in self-hosted mode. */
  readonly isPlatformOnly: boolean
  /** Absent, the preview is always available, once its pages are there. */
  readonly gate?: Gate
  /** The smallest plan whose organizations have it; absent, all do. */
  readonly minimumPlan?: PlanId
}

/** The previews of the modal, in its order. */
export const featurePreviews: readonly FeaturePreview[] = [
  {
    key: 'unified-logs',
    name: 'New logs interface',
    isNew: true,
    isPlatformOnly: true,
    gate: { flag: 'unifiedLogs', default: true },
    minimumPlan: 'team',
  },
  {
    key: 'branching-2-0',
    name: 'Branching via dashboard',
    isNew: true,
    isPlatformOnly: true,
    gate: { flag: 'gitlessBranching', default: true },
  },
  {
    key: 'realtime-settings',
    name: 'Realtime settings',
    isNew: true,
    isPlatformOnly: true,
    gate: { flag: 'realtimeSettings', default: true },
  },
  {
    key: 'security-settings',
    name: 'Disable advisor rules',
    isNew: true,
    isPlatformOnly: true,
    gate: { flag: 'advisorRules', default: true },
  },
  {
    key: 'inline-sql-editor',
    name: 'Directly edit database entities',
    isNew: false,
    isPlatformOnly: false,
  },
  {
    key: 'api-side-panel',
    name: 'Project API documentation',
    isNew: false,
    isPlatformOnly: false,
  },
  {
    key: 'column-level-privileges',
    name: 'Column-level privileges',
    isNew: false,
    isPlatformOnly: false,
  },
]

import type { PlanId } from '../platform/organizations.ts'

/** The flag that makes a preview available, and its default value. */
export type Gate = { readonly flag: string; readonly default: boolean }

export type FeaturePreview = {
  /** The key under which each person's choice is stored; it must never change. */
  readonly key: string
  readonly name: string
  readonly isNew: boolean
  /** Hidden in self-hosted mode. */
  readonly isPlatformOnly: boolean
  /** When absent, the preview is always available, provided its pages exist. */
  readonly gate?: Gate
  /** The lowest plan that includes the preview. When absent, all plans do. */
  readonly minimumPlan?: PlanId
}

/** The previews in the order in which the dialog lists them. */
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

/** The name of the flag that says whether a preview of the catalogue is offered to the caller. */
export const previewFlag = (key: string): string => `preview:${key}`

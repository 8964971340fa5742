import { DEFAULT_BRANCH, type Branch } from '@stoa/contract/platform/branches'
import type { Instance } from '../../fleet/port.ts'
import type { BranchRow } from './queries.ts'

/** A branch joined with the fleet's state. */
export const toBranch = (row: BranchRow, instance: Instance | undefined): Branch => ({
  id: row.id,
  name: row.name ?? DEFAULT_BRANCH,
  project_ref: row.project_ref,
  parent_project_ref: row.parent_project_ref,
  is_default: row.name === null,
  is_persistent: row.is_persistent ?? true,
  is_protected: row.is_protected ?? false,
  content: row.content ?? 'data',
  copied_from: row.copied_from,
  reset_at: instance?.resetAt?.toISOString() ?? null,
  git_branch: row.git_branch,
  status: instance?.status ?? 'UNKNOWN',
  failure: instance?.failure ?? null,
  created_by: row.created_by,
  created_at: row.created_at,
  updated_at: row.updated_at,
  expires_at: row.expires_at,
  deletion_scheduled_at: row.deletion_scheduled_at,
})

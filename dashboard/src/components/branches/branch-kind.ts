import type { Branch } from '@stoa/contract/platform/branches'

/** The purpose of a branch in one word. */
export function branchKind({
  is_default,
  is_persistent,
}: Pick<Branch, 'is_default' | 'is_persistent'>): 'Production' | 'Persistent' | 'Preview' {
  if (is_default) return 'Production'
  return is_persistent ? 'Persistent' : 'Preview'
}

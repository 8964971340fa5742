import type { OpenTransaction } from '@stoa/contract/services/meta/query'

/**
 * Adds transactions that were open and that the server no longer knows, for example because it was
 * restarted. They stay in the list until they are dismissed.
 */
export function withLost(
  before: readonly OpenTransaction[],
  now: readonly OpenTransaction[],
): OpenTransaction[] {
  const known = new Set(now.map(({ id }) => id))
  const lost = before
    .filter(({ id, state, reason }) => !known.has(id) && (state !== 'rolled_back' || !reason))
    .map((each) => ({ ...each, state: 'rolled_back' as const, reason: null, is_running: false }))
  return [...now, ...lost]
}

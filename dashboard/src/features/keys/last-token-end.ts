import type { SigningKey } from '@stoa/contract/platform/keys'

/**
 * When the last access token signed by a rotated-out key expires, by the current lifetime in
 * seconds.
 */
export const lastTokenEnd = (
  { state_changed_at }: Pick<SigningKey, 'state_changed_at'>,
  lifetime: number,
): Date => new Date(Date.parse(state_changed_at) + lifetime * 1000)

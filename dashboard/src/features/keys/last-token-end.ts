import type { SigningKey } from '@stoa/contract/platform/keys'

/** When the last access token of a key that was rotated out ends, by the lifetime set now (seconds). */
export const lastTokenEnd = (
  { state_changed_at }: Pick<SigningKey, 'state_changed_at'>,
  lifetime: number,
): Date => new Date(Date.parse(state_changed_at) + lifetime * 1000)

import type { SigningKeyState } from '@stoa/contract/platform/keys'
import { AppError } from '../../lib/errors.ts'

/** Events of a signing key. A rotation is `promote` of one key and `demote` of another. */
export type SigningKeyEvent = 'promote' | 'demote' | 'revoke' | 'remove'

/**
 * The outcome of every event in every state. Only `demote` leads out of `in_use`, and it happens
 * only together with a promotion, so a project always has a key to sign with.
 */
export const KEY_TRANSITIONS: Readonly<
  Record<SigningKeyState, Readonly<Record<SigningKeyEvent, SigningKeyState | 'gone' | 'reject'>>>
> = {
  standby: { promote: 'in_use', demote: 'reject', revoke: 'revoked', remove: 'reject' },
  in_use: { promote: 'reject', demote: 'previously_used', revoke: 'reject', remove: 'reject' },
  previously_used: { promote: 'reject', demote: 'reject', revoke: 'revoked', remove: 'reject' },
  revoked: { promote: 'reject', demote: 'reject', revoke: 'reject', remove: 'gone' },
}

const HINTS: Readonly<Record<SigningKeyEvent, string>> = {
  promote: 'Only a standby key can become the key in use. Reload the list of keys.',
  demote: 'Only the key in use can become previously used. Reload the list of keys.',
  revoke: 'Rotate to another key first; the key in use can’t be revoked.',
  remove: 'Revoke the key first.',
}

/** Returns the next state, or throws 409 `signing_key_state`. */
export function nextKeyState(
  state: SigningKeyState,
  event: SigningKeyEvent,
): SigningKeyState | 'gone' {
  const next = KEY_TRANSITIONS[state][event]
  if (next === 'reject') throw refuseKeyEvent(state, event)
  return next
}

export const refuseKeyEvent = (state: SigningKeyState, event: SigningKeyEvent): AppError =>
  new AppError('signing_key_state', `The signing key is ${WORDS[state]}.`, {
    status: 409,
    hint: HINTS[event],
    details: { state },
  })

const WORDS: Readonly<Record<SigningKeyState, string>> = {
  standby: 'on standby',
  in_use: 'in use',
  previously_used: 'previously used',
  revoked: 'revoked',
}

import { SigningKeyState } from '@stoa/contract/platform/keys'
import { describe, expect, it } from 'vitest'
import { KEY_TRANSITIONS, nextKeyState, type SigningKeyEvent } from './signing-key-states.ts'

const EVENTS: readonly SigningKeyEvent[] = ['promote', 'demote', 'revoke', 'remove']

/** The allowed transitions; everything else is refused. */
const ALLOWED: Readonly<Record<string, SigningKeyState | 'gone'>> = {
  'standby promote': 'in_use',
  'standby revoke': 'revoked',
  'in_use demote': 'previously_used',
  'previously_used revoke': 'revoked',
  'revoked remove': 'gone',
}

const pairs = SigningKeyState.options.flatMap((state) =>
  EVENTS.map((event) => [state, event] as const),
)

describe('a signing key', () => {
  it.each(pairs)('that is %s accepts or rejects %s according to the table', (state, event) => {
    let answer: unknown
    try {
      answer = nextKeyState(state, event)
    } catch (error) {
      answer = error
    }
    const refused = expect.objectContaining({
      status: 409,
      code: 'signing_key_state',
      details: { state },
    })
    const expected = ALLOWED[`${state} ${event}`] ?? refused
    expect(answer).toEqual(expected)
  })

  it('has exactly one transition per state and event', () => {
    expect(Object.keys(KEY_TRANSITIONS).sort()).toEqual([...SigningKeyState.options].sort())
    for (const answers of Object.values(KEY_TRANSITIONS))
      expect(Object.keys(answers).sort()).toEqual([...EVENTS].sort())
  })

  it('stops being in use only by demotion, which accompanies a promotion', () => {
    const ways = EVENTS.filter((event) => KEY_TRANSITIONS.in_use[event] !== 'reject')
    expect(ways).toEqual(['demote'])
  })

  it('can never be used again after it is revoked', () => {
    const ends = EVENTS.map((event) => KEY_TRANSITIONS.revoked[event])
    expect(new Set(ends)).toEqual(new Set(['reject', 'gone']))
  })
})

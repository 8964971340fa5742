import { describe, expect, it } from 'vitest'
import { RESTRICTIONS, type RestrictionEvent, type RestrictionState } from './transitions.ts'

const states = Object.keys(RESTRICTIONS) as RestrictionState[]
const events: RestrictionEvent[] = ['grant_grace', 'end_grace', 'restrict', 'lift', 'grace_elapsed']

describe('the restriction table', () => {
  it.each(states.flatMap((state) => events.map((event) => ({ state, event }))))(
    'has an outcome for $event in $state',
    ({ state, event }) => {
      expect([...states, 'ignore', 'reject']).toContain(RESTRICTIONS[state][event])
    },
  )

  it('leads from grace_period through grace_period_over to restricted', () => {
    expect(RESTRICTIONS.unrestricted.grant_grace).toBe('grace_period')
    expect(RESTRICTIONS.grace_period.grace_elapsed).toBe('grace_period_over')
    expect(RESTRICTIONS.grace_period_over.restrict).toBe('restricted')
  })

  it('lifts every restriction, and never restricts because time has passed', () => {
    for (const state of states) {
      expect(RESTRICTIONS[state].lift).toBe(state === 'unrestricted' ? 'ignore' : 'unrestricted')
      expect(['ignore', 'grace_period_over']).toContain(RESTRICTIONS[state].grace_elapsed)
    }
  })
})

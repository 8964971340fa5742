import { describe, expect, it } from 'vitest'
import { RESTRICTIONS, type RestrictionEvent, type RestrictionState } from './transitions.ts'

const states = Object.keys(RESTRICTIONS) as RestrictionState[]
const events: RestrictionEvent[] = ['grant_grace', 'end_grace', 'restrict', 'lift', 'grace_elapsed']

describe('the restriction table', () => {
  it.each(states.flatMap((state) => events.map((event) => ({ state, event }))))(
    'answers $event in $state',
    ({ state, event }) => {
      expect([...states, 'ignore', 'reject']).toContain(RESTRICTIONS[state][event])
    },
  )

  it('runs as specified: grace_period, then grace_period_over, then restricted', () => {
    expect(RESTRICTIONS.unrestricted.grant_grace).toBe('grace_period')
    expect(RESTRICTIONS.grace_period.grace_elapsed).toBe('grace_period_over')
    expect(RESTRICTIONS.grace_period_over.restrict).toBe('restricted')
  })

  it('can be lifted from every restriction, and time alone restricts nobody', () => {
    for (const state of states) {
      expect(RESTRICTIONS[state].lift).toBe(state === 'unrestricted' ? 'ignore' : 'unrestricted')
      expect(['ignore', 'grace_period_over']).toContain(RESTRICTIONS[state].grace_elapsed)
    }
  })
})

import { ProjectStatus } from '@stoa/contract/platform/projects'
import { describe, expect, it } from 'vitest'
import { COMMANDS, refusal, REPORTS, TRANSITIONAL, TRANSITIONS } from './status.ts'

const statuses = ProjectStatus.options
const pairs = statuses.flatMap((status) =>
  [...COMMANDS, ...REPORTS].map((event) => ({ status, event })),
)

describe('the transition table', () => {
  it.each(pairs)('answers $event in $status', ({ status, event }) => {
    expect([...statuses, 'ignore', 'reject']).toContain(TRANSITIONS[status][event])
  })

  it('refuses commands only: a report comes from our own work and is at most too late', () => {
    for (const status of statuses)
      for (const report of REPORTS) expect(TRANSITIONS[status][report]).not.toBe('reject')
  })

  it('lets every project be removed, from every status', () => {
    for (const status of statuses)
      expect(TRANSITIONS[status].remove).toBe(
        status === 'REMOVED' || status === 'GOING_DOWN' ? 'ignore' : 'GOING_DOWN',
      )
  })

  it('leads nowhere from REMOVED', () => {
    for (const event of [...COMMANDS, ...REPORTS])
      expect(['ignore', 'reject']).toContain(TRANSITIONS.REMOVED[event])
  })

  it('is left from every transitional status by success and by failure', () => {
    const outcomes = {
      COMING_UP: ['ACTIVE_HEALTHY', 'INIT_FAILED', 'ACTIVE_UNHEALTHY'],
      RESTARTING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
      PAUSING: ['INACTIVE', 'PAUSE_FAILED'],
      GOING_DOWN: ['REMOVED'],
    }
    for (const [status, expected] of Object.entries(outcomes)) {
      const row = TRANSITIONS[ProjectStatus.parse(status)]
      const reached = REPORTS.map((report) => row[report]).filter(
        (answer) => answer !== 'ignore' && answer !== status,
      )
      expect(new Set(reached)).toEqual(new Set(expected))
    }
    expect(Object.keys(outcomes).sort()).toEqual([...TRANSITIONAL].sort())
  })

  it('leads to a working project by retry from every failed status', () => {
    for (const status of ['INIT_FAILED', 'ACTIVE_UNHEALTHY', 'RESTORE_FAILED'] as const)
      expect(['COMING_UP', 'RESTARTING']).toContain(TRANSITIONS[status].retry)
    expect(TRANSITIONS.PAUSE_FAILED.retry).toBe('PAUSING')
  })
})

describe('a refused command', () => {
  it('says whether waiting helps', () => {
    expect(refusal('COMING_UP', 'pause')).toMatchObject({ status: 409, code: 'project_busy' })
    expect(refusal('UPGRADING', 'pause')).toMatchObject({ code: 'project_busy' })
    expect(refusal('INACTIVE', 'restart')).toMatchObject({ status: 409, code: 'project_not_ready' })
  })
})

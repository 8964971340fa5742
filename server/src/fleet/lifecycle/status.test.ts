import { ProjectStatus } from '@stoa/contract/platform/projects'
import { describe, expect, it } from 'vitest'
import { COMMANDS, refusal, REPORTS, TRANSITIONAL, TRANSITIONS } from './status.ts'

const statuses = ProjectStatus.options
const pairs = statuses.flatMap((status) =>
  [...COMMANDS, ...REPORTS].map((event) => ({ status, event })),
)

describe('the transition table', () => {
  it.each(pairs)('has an outcome for $event in $status', ({ status, event }) => {
    expect([...statuses, 'ignore', 'reject']).toContain(TRANSITIONS[status][event])
  })

  it('rejects only commands, because a report from the fleet is at worst late', () => {
    for (const status of statuses)
      for (const report of REPORTS) expect(TRANSITIONS[status][report]).not.toBe('reject')
  })

  it('lets every project be removed, from every status', () => {
    for (const status of statuses)
      expect(TRANSITIONS[status].remove).toBe(
        status === 'REMOVED' || status === 'GOING_DOWN' ? 'ignore' : 'GOING_DOWN',
      )
  })

  it('has no transition out of REMOVED', () => {
    for (const event of [...COMMANDS, ...REPORTS])
      expect(['ignore', 'reject']).toContain(TRANSITIONS.REMOVED[event])
  })

  it('leads out of every transitional status on success and on failure', () => {
    const outcomes = {
      COMING_UP: ['ACTIVE_HEALTHY', 'INIT_FAILED', 'ACTIVE_UNHEALTHY'],
      RESTARTING: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
      PAUSING: ['INACTIVE', 'PAUSE_FAILED'],
      RESTORING: ['ACTIVE_HEALTHY', 'RESTORE_FAILED', 'INACTIVE'],
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

  it('repeats the failed work on retry from every failed status', () => {
    for (const status of ['INIT_FAILED', 'ACTIVE_UNHEALTHY', 'RESTORE_FAILED'] as const)
      expect(['COMING_UP', 'RESTARTING']).toContain(TRANSITIONS[status].retry)
    expect(TRANSITIONS.PAUSE_FAILED.retry).toBe('PAUSING')
  })
})

describe('a refused command', () => {
  it('returns project_busy when waiting helps, otherwise project_not_ready', () => {
    expect(refusal('COMING_UP', 'pause')).toMatchObject({ status: 409, code: 'project_busy' })
    expect(refusal('UPGRADING', 'pause')).toMatchObject({ code: 'project_busy' })
    expect(refusal('INACTIVE', 'restart')).toMatchObject({ status: 409, code: 'project_not_ready' })
  })
})

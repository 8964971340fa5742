import type { Service } from '../../project/service.ts'
import { deliverMessages, type DeliverDeps } from './deliver.ts'
import { evaluateRules, type EvaluateDeps } from './evaluate.ts'
import { MAX_HISTORY_DAYS } from './limits.ts'
import { QUERY_JOB, restoreRuns, runScheduled } from './scheduled-runs.ts'

export const NAME = 'alerts'
const DELIVER_JOB = 'deliver'
const DAY_MS = 86_400_000

/** The durable work of the service. Only a scheduled query needs the database. */
export function createJobs(parts: EvaluateDeps & DeliverDeps): NonNullable<Service['jobs']> {
  const { clock, records } = parts
  return {
    evaluate: {
      needs: 'records',
      async run(project) {
        const { ref } = project
        await evaluateRules(parts, ref, clock.now())
        await restoreRuns(parts, project)
        // Messages are sent by a job of their own, so that a slow receiver delays no evaluation.
        const due = await records().messages.due(ref, clock.now(), 1)
        if (due.length > 0)
          await project.addJob(NAME, DELIVER_JOB, {}, { key: DELIVER_JOB, maxAttempts: 3 })
      },
    },
    [DELIVER_JOB]: {
      needs: 'records',
      run: ({ ref }, { signal }) => deliverMessages(parts, ref, signal),
    },
    [QUERY_JOB]: {
      needs: 'database',
      run: (project, { payload, signal }) =>
        runScheduled(parts, project, {
          id: String(payload['id']),
          isManual: payload['isManual'] === true,
          signal,
        }),
    },
    sweep: {
      needs: 'records',
      run: ({ ref }) =>
        records().messages.forget(ref, new Date(clock.now().getTime() - MAX_HISTORY_DAYS * DAY_MS)),
    },
  }
}

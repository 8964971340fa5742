import { setTimeout as delay } from 'node:timers/promises'
import {
  getProject,
  type ProjectDetail,
  type ProjectStatus,
} from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import type { Client } from './client.ts'

const PAUSE_MS = 200
const LIMIT_MS = 5 * 60_000

/**
 * Polls until a project reaches a status. Rejects with the project's own failure if it settles in
 * another status, and with `timeout` after five minutes.
 */
export async function waitUntil(
  client: Client,
  ref: string,
  status: ProjectStatus,
): Promise<ProjectDetail> {
  const passing: readonly ProjectStatus[] = [
    'COMING_UP',
    'UNKNOWN',
    'RESTARTING',
    'PAUSING',
    'RESTORING',
  ]
  const deadline = AbortSignal.timeout(LIMIT_MS)
  while (!deadline.aborted) {
    const project = await client(getProject, { params: { ref } })
    if (project.status === status) return project
    if (!passing.includes(project.status)) throw failed(project)
    await delay(PAUSE_MS)
  }
  throw new AppError('wait_timeout', `The project is not ${status} after five minutes.`, {
    status: 504,
    hint: `Run "npm run -s stoa -- project show ${ref}" for details.`,
  })
}

function failed({ ref, status, failure }: ProjectDetail): AppError {
  const message = failure?.message ?? 'No reason is recorded.'
  return new AppError(failure?.code ?? 'project_failed', `The project is ${status}. ${message}`, {
    status: 500,
    hint: failure?.hint ?? `Run "npm run -s stoa -- project show ${ref}" for details.`,
  })
}

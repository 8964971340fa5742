import { setTimeout as sleep } from 'node:timers/promises'
import { operatorToken } from '../support/platform-api.ts'
import type { Installation } from './installation.ts'
import type { History } from './history.ts'
import { deployment, type ChaosProject } from './projects.ts'
import type { Random } from './random.ts'
import { send, type Result } from './requests.ts'
import type { Workload } from './workload.ts'

const TRANSITIONAL = ['COMING_UP', 'RESTARTING', 'PAUSING', 'GOING_DOWN']
const SETTLE_MS = 90_000

/** Calls the platform as its operator. */
export async function ask(
  { url, dataDir }: Installation,
  method: string,
  path: string,
  body?: object,
): Promise<Result> {
  return send(`${url}/platform${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await operatorToken({ dataDir })}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The project's status; undefined if there is no such project, or if it cannot be read now. */
export async function statusOf(
  installation: Installation,
  ref: string,
): Promise<string | undefined> {
  const { body } = await ask(installation, 'GET', `/projects/${ref}`)
  return (body as { status?: string } | undefined)?.status
}

/** Resolves to the status in which a project stays. */
export async function settle(installation: Installation, ref: string): Promise<string | undefined> {
  const until = performance.now() + SETTLE_MS
  let status = await statusOf(installation, ref)
  while (performance.now() < until && (status === undefined || TRANSITIONAL.includes(status))) {
    await sleep(250)
    status = await statusOf(installation, ref)
  }
  return status
}

/** Pauses, resumes, restarts and deploys to one project, and creates and deletes others. */
export function startLifecycle(
  deps: { readonly installation: Installation; readonly history: History; readonly random: Random },
  project: ChaosProject,
): Workload {
  const { installation, history, random } = deps
  let isOver = false

  /** Acknowledged operations must complete by themselves, whatever fails in the meantime. */
  async function command(name: string, expected: string): Promise<void> {
    const { outcome, detail } = await ask(installation, 'POST', `/projects/${project.ref}/${name}`)
    if (outcome !== 'acknowledged') return note(name, outcome, detail)
    const status = await settle(installation, project.ref)
    note(name, status === expected ? outcome : 'unknown', `${status}`)
    if (status !== expected) history.note(failure(name, `${status} instead of ${expected}`))
  }
  const note = (key: string, outcome: Result['outcome'], detail: string) =>
    history.note({ kind: 'lifecycle', project: project.name, key, outcome, detail })
  const failure = (key: string, detail: string) =>
    ({ kind: 'lifecycle failure', project: project.name, key, outcome: 'unknown', detail }) as const

  async function createAndDelete(): Promise<void> {
    const { organization_slug: slug } = project
    const created = await ask(installation, 'POST', '/projects', {
      organization_slug: slug,
      name: 'Short-lived',
      db_pass: 'k9fLq2vRz7TmWx84Pb',
    })
    note('create', created.outcome, created.detail)
    const { ref } = (created.body ?? {}) as { ref?: string }
    if (ref === undefined) return
    const status = await settle(installation, ref)
    if (status !== 'ACTIVE_HEALTHY') history.note(failure('create', `${ref} is ${status}`))
    const deleted = await ask(installation, 'DELETE', `/projects/${ref}`)
    note('delete project', deleted.outcome, deleted.detail)
    if (deleted.outcome !== 'acknowledged') return
    // Otherwise its data would occupy the disk for seven days.
    const removed = await ask(
      installation,
      'DELETE',
      `/organizations/${slug}/deleted-projects/${ref}`,
    )
    note('remove project', removed.outcome, removed.detail)
  }

  async function deploy(): Promise<void> {
    const { outcome, detail } = await ask(installation, 'POST', ...deployment(project.ref))
    note('deploy', outcome, detail)
  }

  async function run(): Promise<void> {
    while (!isOver) {
      for (const step of random.shuffle([
        () => command('pause', 'INACTIVE').then(() => command('resume', 'ACTIVE_HEALTHY')),
        () => command('restart', 'ACTIVE_HEALTHY'),
        createAndDelete,
        deploy,
      ])) {
        if (isOver) return
        await step().catch((error: unknown) => note('broken', 'unknown', String(error)))
        await sleep(500)
      }
    }
  }
  const running = run()
  return {
    async stop() {
      isOver = true
      await running
    },
  }
}

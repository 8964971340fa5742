import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { History, Operation } from './history.ts'
import type { Installation } from './installation.ts'
import { BUCKET, headersOf, type ChaosProject } from './projects.ts'
import { createQueueClient } from './queue-client.ts'
import type { Random } from './random.ts'
import { send, type Result } from './requests.ts'
import { operatorToken } from '../support/platform-api.ts'

export type Workload = {
  /** Ends after the operations in progress. */
  stop(): Promise<void>
}

export type WorkloadDeps = {
  readonly installation: Installation
  readonly history: History
  readonly random: Random
}

/** One operation. It gets a number that no other operation of its kind has. */
type Step = (number: number) => Promise<void>

/** Clients of every service of each project, one operation of each kind after another. */
export function startWorkload(deps: WorkloadDeps, projects: readonly ChaosProject[]): Workload {
  let isOver = false
  const endings = projects.flatMap((project) => {
    const { steps, close } = stepsOf(deps, project)
    const running = steps.map(([pauseMs, step]) => repeat(pauseMs, step))
    return Promise.all(running).then(close)
  })

  async function repeat(pauseMs: number, step: Step): Promise<void> {
    for (let number = 0; !isOver; number += 1) {
      await step(number)
      await sleep(pauseMs)
    }
  }

  return {
    async stop() {
      isOver = true
      await Promise.all(endings)
    },
  }
}

function stepsOf({ installation, history, random }: WorkloadDeps, project: ChaosProject) {
  const { name, api_url: api } = project
  const headers = headersOf(project)
  const queue = createQueueClient(project)
  /** Uploaded files that were not deleted. */
  const files: string[] = []
  const messages: string[] = []

  function note(kind: string, key: string, { outcome, detail }: Result | Omit<Operation, 'kind'>) {
    history.note({ kind, project: name, key, outcome, detail })
    return outcome === 'acknowledged'
  }
  const post = (path: string, body: object, canBegin = false) =>
    send(`${api}${path}`, { method: 'POST', headers, body: JSON.stringify(body), canBegin })

  const insertInto =
    (table: string): Step =>
    async (number) => {
      const id = `${name}-${number}`
      note(table, id, await post(`/rest/v1/${table}`, { id }))
    }

  async function storeFile(number: number): Promise<void> {
    const oldest = number % 4 === 3 ? files.shift() : undefined
    if (oldest !== undefined) {
      const path = `${api}/storage/v1/object/${BUCKET}/${oldest}`
      note('delete', oldest, await send(path, { method: 'DELETE', headers, body: '{}' }))
      return
    }
    const content = randomBytes(1000 + random.below(100_000))
    const result = await send(`${api}/storage/v1/object/${BUCKET}/${number}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      body: content,
    })
    const digest = createHash('sha256').update(content).digest('hex')
    const isDone = result.outcome === 'acknowledged'
    if (note('upload', `${number}`, { ...result, ...(isDone && { detail: digest }) }))
      files.push(`${number}`)
  }

  async function signUp(number: number): Promise<void> {
    const email = `${name.toLowerCase()}-${number}@example.com`
    const body = { email, password: 'correct horse battery', email_confirm: true }
    note('person', email, await post('/auth/v1/admin/users', body))
  }

  async function callFunction(number: number): Promise<void> {
    const id = `${name}-${number}`
    note('called', id, await post('/functions/v1/note', { id }, true))
  }

  async function changeSetting(number: number): Promise<void> {
    const result = await send(
      `${installation.url}/platform/projects/${project.ref}/config/data-api`,
      {
        method: 'PATCH',
        headers: {
          authorization: `Bearer ${await operatorToken(installation)}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ max_rows: 1000 + number }),
      },
    )
    note('setting', `${1000 + number}`, result)
  }

  async function useQueue(number: number): Promise<void> {
    const oldest = number % 2 === 1 ? messages.shift() : undefined
    if (oldest !== undefined) return void note('take', oldest, await queue.delete(oldest))
    const result = await queue.send({ number })
    const id = typeof result.body === 'string' ? result.body : ''
    if (note('message', id, result)) messages.push(id)
  }

  const steps: readonly (readonly [pauseMs: number, step: Step])[] = [
    [50, insertInto('entries')],
    [100, insertInto('hooked')],
    [150, storeFile],
    [2000, signUp],
    [300, callFunction],
    [1000, changeSetting],
    [100, useQueue],
  ]
  return { steps, close: queue.close }
}

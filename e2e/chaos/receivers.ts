import { createClient } from '@supabase/supabase-js'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import type { ChaosProject } from './projects.ts'

/** How often each key arrived. */
export type Arrivals = ReadonlyMap<string, number>

export type Receiver = {
  readonly url: string
  /** The ids of rows that a project's webhooks delivered. */
  of(project: string): Arrivals
  close(): void
}

/** Receives webhooks at `/<project>`. Refuses every fiftieth, which must be sent again. */
export async function startReceiver(): Promise<Receiver> {
  const arrivals = new Map<string, Map<string, number>>()
  let requests = 0
  const server = createServer((request, response) => {
    void (async () => {
      const { record } = (await json(request)) as { record: { id: string } }
      requests += 1
      if (requests % 50 === 0) return response.writeHead(500).end()
      const project = request.url?.slice(1) ?? ''
      const known = arrivals.get(project) ?? new Map<string, number>()
      arrivals.set(project, known)
      count(known, record.id)
      return response.end()
    })().catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    of: (project) => arrivals.get(project) ?? new Map(),
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export type Subscriber = {
  readonly arrivals: Arrivals
  /** Whether it was told that it may have missed changes and must read again. */
  hasBeenWarned(): boolean
  close(): Promise<void>
}

/** Subscribes to the rows that are inserted into `entries`, and stays subscribed. */
export async function subscribe(project: ChaosProject): Promise<Subscriber> {
  const arrivals = new Map<string, number>()
  let isWarned = false
  const client = createClient(project.api_url, project.service_role_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const joined = Promise.withResolvers<void>()
  client
    .channel('entries')
    .on(
      'postgres_changes',
      { event: 'INSERT', schema: 'public', table: 'entries' },
      ({ new: row }) => count(arrivals, String(row['id'])),
    )
    .on('system', {}, ({ status }: { status: string }) => {
      if (status === 'ok') joined.resolve()
      else isWarned = true
    })
    .subscribe()
  await joined.promise
  return {
    arrivals,
    hasBeenWarned: () => isWarned,
    close: () => client.realtime.disconnect() as unknown as Promise<void>,
  }
}

const count = (counts: Map<string, number>, key: string) =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

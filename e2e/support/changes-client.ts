import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { expect, vi } from 'vitest'
import type { ProjectInfo } from './server.ts'

/** A subscriber to the inserts into `public.news`, and its knowledge of the table. */
export type ChangesClient = {
  readonly name: string
  /** The ids of the rows that arrived as changes, in their order. */
  readonly rows: readonly number[]
  /** How often it was told that it has missed changes. */
  missed(): number
  /** The ids that arrived, and those that it read because it was told to. */
  known(): ReadonlySet<number>
}

/** A client that is connected only when a test says so. */
export type RawChangesClient = ChangesClient & {
  /** Resolves when the server has confirmed the subscription. */
  join(base?: string): Promise<void>
  /** The code of the frame that the last connection was closed with; 1006 if there was none. */
  closed(): Promise<number>
  isOpen(): boolean
  leave(): void
}

type Project = Pick<ProjectInfo, 'api_url' | 'publishable_key'>
type System = { readonly status: string; readonly message: string }
type Insert = { readonly data: { readonly record: { readonly id: number } } }

const PATIENCE = { timeout: 20_000, interval: 100 }
const MISSED = 'Some changes of the database were missed. Read the data again'
const CHANGES = { event: 'INSERT', schema: 'public', table: 'news' } as const

/** Reads the ids of all rows, as clients do when they are told to. */
type Read = () => Promise<readonly number[]>

/** Collects the messages of a client. Without `read`, it ignores the request to read again. */
function collect(name: string, read: Read = async () => []) {
  const rows: number[] = []
  const known = new Set<number>()
  let missed = 0
  return {
    client: { name, rows, missed: () => missed, known: () => known },
    changed(id: number) {
      rows.push(id)
      known.add(id)
    },
    said({ message }: System) {
      if (message !== MISSED) return
      missed += 1
      void readAgain()
    },
  }

  /** The database may be unavailable for a while, too. */
  async function readAgain(): Promise<void> {
    try {
      for (const id of await read()) known.add(id)
    } catch {
      setTimeout(() => void readAgain(), 200)
    }
  }
}

/** A client that speaks the protocol by itself, on a channel of its own. */
export function rawChangesClient(project: Project, topic: string, read?: Read): RawChangesClient {
  const { client, changed, said } = collect(topic, read)
  let socket: WebSocket | undefined
  let closed = Promise.resolve(0)

  /** Whether the frame confirms the subscription. */
  function receive(text: string): boolean {
    const [, , , event, payload] = JSON.parse(text) as [0, 0, 0, string, Insert & System]
    if (event === 'postgres_changes') changed(payload.data.record.id)
    if (event === 'system') said(payload)
    return event === 'system' && payload.status === 'ok'
  }

  function connect(base: string): Promise<void> {
    const url = `${base.replace('http', 'ws')}/realtime/v1/websocket`
    const opened = new WebSocket(`${url}?apikey=${project.publishable_key}&vsn=2.0.0`)
    socket = opened
    closed = new Promise((resolve) => opened.addEventListener('close', ({ code }) => resolve(code)))
    return new Promise((resolve, reject) => {
      opened.addEventListener('close', () => reject(new Error('The connection has ended')))
      opened.addEventListener('message', ({ data }) => {
        if (receive(String(data))) resolve()
      })
      opened.addEventListener('open', () => {
        const payload = { config: { postgres_changes: [CHANGES] } }
        opened.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', payload]))
      })
    })
  }

  return {
    ...client,
    closed: () => closed,
    isOpen: () => socket?.readyState === WebSocket.OPEN,
    // A server that has just started refuses clients until it has the project.
    join: (base = project.api_url) => vi.waitFor(() => connect(base), PATIENCE),
    leave: () => socket?.close(),
  }
}

/** The published client, which reconnects by itself. Resolves when it has subscribed. */
export async function publishedChangesClient(
  project: Project,
  topic: string,
  { base = project.api_url, read }: { base?: string; read?: Read } = {},
): Promise<ChangesClient & { isSubscribed(): boolean; leave(): void }> {
  const { client, changed, said } = collect(topic, read)
  const supabase = createClient(base, project.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { reconnectAfterMs: () => 200 },
  })
  let isSubscribed = false
  supabase
    .channel(topic)
    .on('postgres_changes', CHANGES, (change) => changed(change.new['id'] as number))
    .on('system', {}, (payload: System) => {
      isSubscribed = payload.status === 'ok' || payload.message === MISSED
      said(payload)
    })
    .subscribe((status) => {
      if (status !== REALTIME_SUBSCRIBE_STATES.SUBSCRIBED) isSubscribed = false
    })
  await expect.poll(() => isSubscribed).toBe(true)
  return {
    ...client,
    isSubscribed: () => isSubscribed,
    leave: () => void supabase.realtime.disconnect(),
  }
}

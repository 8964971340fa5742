import { expect } from 'vitest'
import { WebSocket } from 'ws'
import type { ProjectInfo } from './server.ts'

/** A client that speaks the protocol by itself and is connected only when a test says so. */
export type ChangesClient = {
  /** The ids of the rows that arrived, in their order. */
  readonly rows: number[]
  /** How often the client was told that it must read the data again. */
  readonly missed: () => number
  /** Connects, joins and resolves when the server has confirmed the subscription. */
  join(base?: string): Promise<void>
  /** The code of the frame that the last connection was closed with; 1006 if there was none. */
  readonly closed: () => Promise<number>
  /** Ends the connection as a client that is not coming back. */
  leave(): void
}

const MISSED = 'Some changes of the database were missed. Read the data again'

/** A subscriber of the inserts into `public.news`, on a channel of its own. */
export function changesClient(project: ProjectInfo, topic: string): ChangesClient {
  const rows: number[] = []
  const systems: { readonly status: string; readonly message: string }[] = []
  let socket: WebSocket | undefined
  let closed = Promise.resolve(0)

  return {
    rows,
    missed: () => systems.filter(({ message }) => message === MISSED).length,
    closed: () => closed,
    async join(base = project.api_url) {
      const url = `${base.replace('http', 'ws')}/realtime/v1/websocket`
      const opened = new WebSocket(`${url}?apikey=${project.publishable_key}&vsn=2.0.0`)
      socket = opened
      closed = new Promise((resolve) => opened.once('close', resolve))
      const before = systems.length
      opened.on('message', (data: Buffer) => {
        const [, , , event, payload] = JSON.parse(data.toString()) as [
          unknown,
          unknown,
          unknown,
          string,
          { status: string; message: string; data: { record: { id: number } } },
        ]
        if (event === 'postgres_changes') rows.push(payload.data.record.id)
        if (event === 'system') systems.push(payload)
      })
      await new Promise((resolve, reject) => opened.once('open', resolve).once('error', reject))
      const changes = [{ event: 'INSERT', schema: 'public', table: 'news' }]
      const payload = { config: { postgres_changes: changes } }
      opened.send(JSON.stringify(['1', '1', `realtime:${topic}`, 'phx_join', payload]))
      await expect.poll(() => systems.slice(before).map(({ status }) => status)).toContain('ok')
    },
    leave: () => socket?.terminate(),
  }
}

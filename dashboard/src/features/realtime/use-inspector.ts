import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useEffect, useRef, useState } from 'react'

export type ChangeSource = {
  schema: string
  /** Every table of the schema if empty. */
  table: string
  event: '*' | 'INSERT' | 'UPDATE' | 'DELETE'
  /** Such as `id=eq.1`; empty for none. */
  filter: string
}

export type ChannelOptions = {
  name: string
  isPrivate: boolean
  /** An access token of a user; joins as `impersonation` if empty. */
  token: string
  impersonation: Impersonation
  hasBroadcast: boolean
  hasPresence: boolean
  changes: ChangeSource | undefined
}

export type InspectedMessage = {
  id: number
  at: Date
  kind: 'broadcast' | 'presence' | 'change' | 'system'
  /** The event, such as `INSERT on todo`. */
  title: string
  payload: unknown
}

export type InspectorState =
  | { name: 'idle' }
  | { name: 'joining' }
  | { name: 'joined' }
  | { name: 'failed'; reason: string }

/** Older messages are dropped. */
const MAX_MESSAGES = 1000

/** One channel of a project, joined the way its clients join it. */
export function useInspector(
  apiUrl: string,
  apiKey: string | undefined,
  /** Resolves to an access token for a role or user. */
  tokenFor: (impersonation: Impersonation) => Promise<string>,
) {
  const [state, setState] = useState<InspectorState>({ name: 'idle' })
  const [messages, setMessages] = useState<readonly InspectedMessage[]>([])
  const open = useRef<{ client: RealtimeClient; channel: RealtimeChannel }>(undefined)
  const isPaused = useRef(false)
  const nextId = useRef(1)
  /** Counts joins and leaves, so that a join stops if a later one has overtaken it. */
  const turn = useRef(0)

  const add = (kind: InspectedMessage['kind'], title: string, payload: unknown) => {
    if (isPaused.current) return
    const message = { id: nextId.current++, at: new Date(), kind, title, payload }
    setMessages((before) => [message, ...before].slice(0, MAX_MESSAGES))
  }

  const close = () => {
    turn.current += 1
    const closing = open.current
    open.current = undefined
    if (closing) void closing.client.removeAllChannels()
  }
  useEffect(
    () => () => {
      turn.current += 1
      void open.current?.client.removeAllChannels()
    },
    [],
  )

  async function join(options: ChannelOptions): Promise<void> {
    if (apiKey === undefined) return
    close()
    const mine = turn.current
    setState({ name: 'joining' })
    const { REALTIME_SUBSCRIBE_STATES: states, RealtimeClient } =
      await import('@supabase/realtime-js')
    const { impersonation } = options
    let { token } = options
    if (token === '' && impersonation.role !== 'anon') {
      try {
        token = await tokenFor(impersonation)
      } catch (error) {
        if (turn.current !== mine) return
        const reason = error instanceof Error ? error.message : String(error)
        return setState({ name: 'failed', reason })
      }
    }
    const client = new RealtimeClient(`${apiUrl.replace(/^http/, 'ws')}/realtime/v1`, {
      params: { apikey: apiKey },
      ...(token !== '' && { accessToken: async () => token }),
    })
    // Otherwise the channel could be joined before the client has the token.
    if (token !== '') await client.setAuth()
    if (turn.current !== mine) return
    const channel = client.channel(options.name, {
      config: {
        private: options.isPrivate,
        broadcast: { self: true },
        presence: { enabled: options.hasPresence },
      },
    })
    open.current = { client, channel }
    if (options.hasBroadcast)
      channel.on('broadcast', { event: '*' }, (message) =>
        add('broadcast', message.event, message['payload']),
      )
    if (options.hasPresence) {
      channel.on('presence', { event: 'sync' }, () =>
        add('presence', 'sync', channel.presenceState()),
      )
      channel.on('presence', { event: 'join' }, ({ key, newPresences }) =>
        add('presence', `${key} joined`, newPresences),
      )
      channel.on('presence', { event: 'leave' }, ({ key, leftPresences }) =>
        add('presence', `${key} left`, leftPresences),
      )
    }
    if (options.changes) {
      const { schema, table, event, filter } = options.changes
      channel.on(
        'postgres_changes',
        { event, schema, ...(table !== '' && { table }), ...(filter !== '' && { filter }) },
        (change) => add('change', `${change.eventType} on ${change.table}`, change),
      )
    }
    channel.on('system', {}, (payload: { message?: string; status?: string }) => {
      add('system', payload.message ?? payload.status ?? 'system', payload)
    })
    const isCurrent = () => open.current?.channel === channel
    channel.subscribe((status, error) => {
      if (!isCurrent()) return
      if (status === states.SUBSCRIBED) return setState({ name: 'joined' })
      if (status === states.CLOSED) {
        close()
        return setState({ name: 'idle' })
      }
      // The client keeps trying; the result is not awaited here.
      close()
      const reason = error?.message ?? 'The server did not answer in time.'
      return setState({ name: 'failed', reason })
    })
  }

  return {
    state,
    messages,
    join,
    leave() {
      close()
      setState({ name: 'idle' })
    },
    /** Resolves to whether the server has accepted the message. */
    async send(event: string, payload: unknown): Promise<boolean> {
      const answer = await open.current?.channel.send({ type: 'broadcast', event, payload })
      return answer === 'ok'
    },
    pause(paused: boolean) {
      isPaused.current = paused
    },
    clear: () => setMessages([]),
  }
}

import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useInspector, type ChannelOptions } from './use-inspector.ts'

type Callback = (...parameters: unknown[]) => void

const library = vi.hoisted(() => {
  const clients: FakeClient[] = []
  class FakeChannel {
    readonly name: string
    readonly config: unknown
    readonly listeners: { kind: string; filter: Record<string, string>; callback: Callback }[] = []
    onStatus: (status: string, error?: Error) => void = () => undefined
    answer = 'ok'
    readonly sent: unknown[] = []
    constructor(name: string, config: unknown) {
      this.name = name
      this.config = config
    }
    on(kind: string, filter: Record<string, string>, callback: Callback) {
      this.listeners.push({ kind, filter, callback })
      return this
    }
    subscribe(callback: (status: string, error?: Error) => void) {
      this.onStatus = callback
      return this
    }
    presenceState() {
      return { alice: [] }
    }
    async send(message: unknown) {
      this.sent.push(message)
      return this.answer
    }
    emit(kind: string, event: string | undefined, ...parameters: unknown[]) {
      for (const listener of this.listeners)
        if (listener.kind === kind && (event === undefined || listener.filter['event'] === event))
          listener.callback(...parameters)
    }
  }
  class FakeClient {
    readonly url: string
    readonly options: { accessToken?: () => Promise<string> }
    readonly channels: FakeChannel[] = []
    isClosed = false
    constructor(url: string, options: { accessToken?: () => Promise<string> }) {
      this.url = url
      this.options = options
      clients.push(this)
    }
    async setAuth() {
      await this.options.accessToken?.()
    }
    channel(name: string, { config }: { config: unknown }) {
      const channel = new FakeChannel(name, config)
      this.channels.push(channel)
      return channel
    }
    async removeAllChannels() {
      this.isClosed = true
    }
  }
  return { clients, FakeClient }
})
vi.mock('@supabase/realtime-js', () => ({
  RealtimeClient: library.FakeClient,
  REALTIME_SUBSCRIBE_STATES: { SUBSCRIBED: 'SUBSCRIBED', CLOSED: 'CLOSED' },
}))

const options: ChannelOptions = {
  name: 'room',
  isPrivate: true,
  token: '',
  impersonation: { role: 'anon' },
  hasBroadcast: true,
  hasPresence: true,
  changes: { schema: 'public', table: 'todo', event: '*', filter: '' },
}

const tokenFor = vi.fn<(impersonation: ChannelOptions['impersonation']) => Promise<string>>()

const open = () => renderHook(() => useInspector('https://api.example.com', 'key', tokenFor))

async function join(hook: ReturnType<typeof open>, changed: Partial<ChannelOptions> = {}) {
  await act(() => hook.result.current.join({ ...options, ...changed }))
  const client = library.clients.at(-1)
  const channel = client?.channels[0]
  if (!client || !channel) throw new Error('No channel was joined.')
  return { client, channel }
}

beforeEach(() => {
  library.clients.length = 0
  tokenFor.mockReset()
})

it('joins a channel like a client does, and lists its messages, newest first', async () => {
  const hook = open()
  const { client, channel } = await join(hook)
  expect(client.url).toBe('wss://api.example.com/realtime/v1')
  expect(channel).toMatchObject({ name: 'room', config: { private: true } })
  expect(hook.result.current.state).toEqual({ name: 'joining' })
  act(() => channel.onStatus('SUBSCRIBED'))
  expect(hook.result.current.state).toEqual({ name: 'joined' })
  act(() => {
    channel.emit('broadcast', '*', { event: 'cursor', payload: { x: 1 } })
    channel.emit('presence', 'join', { key: 'alice', newPresences: [] })
    channel.emit('postgres_changes', '*', { eventType: 'INSERT', table: 'todo' })
    channel.emit('system', undefined, { message: 'Subscribed to PostgreSQL' })
  })
  expect(hook.result.current.messages.map(({ kind, title }) => `${kind}: ${title}`)).toEqual([
    'system: Subscribed to PostgreSQL',
    'change: INSERT on todo',
    'presence: alice joined',
    'broadcast: cursor',
  ])
})

it('listens only to the selected events', async () => {
  const hook = open()
  const { channel } = await join(hook, {
    hasBroadcast: false,
    hasPresence: false,
    changes: { schema: 'public', table: '', event: 'DELETE', filter: 'id=eq.1' },
  })
  expect(channel.listeners.map(({ kind, filter }) => ({ kind, filter }))).toEqual([
    { kind: 'postgres_changes', filter: { event: 'DELETE', schema: 'public', filter: 'id=eq.1' } },
    { kind: 'system', filter: {} },
  ])
})

it('joins with a token of the impersonated role, or with the one that was entered', async () => {
  tokenFor.mockResolvedValue('of the role')
  const hook = open()
  const { client } = await join(hook, { impersonation: { role: 'authenticated' } })
  expect(await client.options.accessToken?.()).toBe('of the role')
  const entered = await join(hook, {
    impersonation: { role: 'authenticated' },
    token: 'of the user',
  })
  expect(await entered.client.options.accessToken?.()).toBe('of the user')
  expect(tokenFor).toHaveBeenCalledTimes(1)
})

it('shows why there is no token, and does not join', async () => {
  tokenFor.mockRejectedValue(new Error('The user does not exist.'))
  const hook = open()
  await act(() =>
    hook.result.current.join({ ...options, impersonation: { role: 'authenticated' } }),
  )
  expect(hook.result.current.state).toEqual({ name: 'failed', reason: 'The user does not exist.' })
  expect(library.clients).toEqual([])
})

it('closes a channel that fails, and shows the reason', async () => {
  const hook = open()
  const { client, channel } = await join(hook)
  act(() => channel.onStatus('CHANNEL_ERROR', new Error('Unauthorized')))
  expect(hook.result.current.state).toEqual({ name: 'failed', reason: 'Unauthorized' })
  expect(client.isClosed).toBe(true)
})

it('follows only the channel that was joined last', async () => {
  const hook = open()
  const first = await join(hook)
  const second = await join(hook)
  expect(first.client.isClosed).toBe(true)
  act(() => first.channel.onStatus('CLOSED'))
  expect(hook.result.current.state).toEqual({ name: 'joining' })
  act(() => second.channel.onStatus('SUBSCRIBED'))
  expect(hook.result.current.state).toEqual({ name: 'joined' })
})

it('stops a join that was left before its token arrived', async () => {
  const token = Promise.withResolvers<string>()
  tokenFor.mockReturnValue(token.promise)
  const hook = open()
  let joining: Promise<void> | undefined
  act(() => {
    joining = hook.result.current.join({ ...options, impersonation: { role: 'authenticated' } })
  })
  act(() => hook.result.current.leave())
  await act(async () => {
    token.resolve('late')
    await joining
  })
  expect(hook.result.current.state).toEqual({ name: 'idle' })
  expect(library.clients.flatMap(({ channels }) => channels)).toEqual([])
})

it('ignores messages while it is paused', async () => {
  const hook = open()
  const { channel } = await join(hook)
  const broadcast = (event: string) =>
    act(() => channel.emit('broadcast', '*', { event, payload: {} }))
  broadcast('before')
  hook.result.current.pause(true)
  broadcast('meanwhile')
  hook.result.current.pause(false)
  broadcast('after')
  expect(hook.result.current.messages.map(({ title }) => title)).toEqual(['after', 'before'])
  act(() => hook.result.current.clear())
  expect(hook.result.current.messages).toEqual([])
})

it('keeps the newest thousand messages', async () => {
  const hook = open()
  const { channel } = await join(hook)
  act(() => {
    for (let count = 1; count <= 1001; count += 1)
      channel.emit('broadcast', '*', { event: `message ${count}`, payload: {} })
  })
  expect(hook.result.current.messages).toHaveLength(1000)
  expect(hook.result.current.messages.at(-1)?.title).toBe('message 2')
})

it('tells whether the server accepted a message', async () => {
  const hook = open()
  await expect(hook.result.current.send('cursor', {})).resolves.toBe(false)
  const { channel } = await join(hook)
  await expect(hook.result.current.send('cursor', { x: 1 })).resolves.toBe(true)
  expect(channel.sent).toEqual([{ type: 'broadcast', event: 'cursor', payload: { x: 1 } }])
  channel.answer = 'timed out'
  await expect(hook.result.current.send('cursor', {})).resolves.toBe(false)
})

it('leaves the channel when the page closes', async () => {
  const hook = open()
  const { client } = await join(hook)
  hook.unmount()
  expect(client.isClosed).toBe(true)
})

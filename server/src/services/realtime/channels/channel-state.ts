import type { Policies } from '../database/private-access.ts'
import type { Hub } from '../hub.ts'
import type { JoinConfig } from '../wire/join-payload.ts'
import type { Listener } from './fan-out.ts'

/** State that the parts of a channel share. */
export type ChannelState = {
  readonly hub: Hub
  readonly topic: string
  readonly subTopic: string
  readonly config: JoinConfig
  /** The channel's topic in the fan-out. */
  readonly key: string
  readonly listener: Listener
  readonly policies: () => Policies | undefined
  push(event: string, payload: unknown): void
  reply(ref: string | null, status: 'ok' | 'error', response: unknown): void
  /** Tells the client the reason, and closes the channel. */
  shutdown(message: string): void
}

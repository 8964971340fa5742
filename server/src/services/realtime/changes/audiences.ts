import type { Caller } from '../../../project/caller.ts'
import type { ChangeListener, Subscriber, Subscription } from './listener.ts'

/**
 * Subscribers that get the same part of every change: equal subscriptions of callers with the same
 * role and claims. So the cost of deciding about a change does not grow with the number of clients.
 */
export type Audience = {
  readonly caller: Caller
  readonly subscription: Omit<Subscription, 'id'>
}

/** A channel's entry in an audience; its client knows the id. */
export type Membership = { readonly audience: Audience; readonly id: number }

/** Channels that get the same frames. */
export type Recipients = {
  readonly topic: string
  readonly version: ChangeListener['version']
  readonly memberships: readonly Membership[]
  readonly listeners: readonly ChangeListener[]
}

/** Groups listeners into audiences. */
export function audiencesOf(subscribers: readonly Subscriber[]): {
  readonly audiences: readonly Audience[]
  readonly recipients: readonly Recipients[]
} {
  const audiences = new Map<string, Audience & { readonly number: number }>()
  const recipients = new Map<string, Recipients & { readonly listeners: ChangeListener[] }>()
  for (const { listener, subscriptions } of subscribers) {
    const { topic, version } = listener
    const caller = listener.caller()
    const memberships = subscriptions.map(({ id, ...subscription }) => {
      const key = JSON.stringify([caller.role, caller.claimsJson, subscription])
      let audience = audiences.get(key)
      if (!audience) {
        audience = { number: audiences.size, caller, subscription }
        audiences.set(key, audience)
      }
      return { audience, id }
    })
    const numbers = memberships.map(({ audience, id }) => [audience.number, id])
    const key = JSON.stringify([topic, version, numbers])
    const known = recipients.get(key)
    if (known) known.listeners.push(listener)
    else recipients.set(key, { topic, version, memberships, listeners: [listener] })
  }
  return { audiences: [...audiences.values()], recipients: [...recipients.values()] }
}

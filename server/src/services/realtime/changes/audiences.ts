import type { Caller } from '../../../project/caller.ts'
import type { ChangeListener, Subscriber, Subscription } from './listener.ts'

/**
 * Everybody who gets the same of every change: subscriptions alike, of callers with the same role and
 * claims. What a change costs to decide does not grow with the number of clients.
 */
export type Audience = {
  readonly caller: Caller
  readonly subscription: Omit<Subscription, 'id'>
}

/** The place of a channel in an audience; the id is the one that its client knows. */
export type Membership = { readonly audience: Audience; readonly id: number }

/** Channels that get the same frames. */
export type Recipients = {
  readonly topic: string
  readonly version: ChangeListener['version']
  readonly memberships: readonly Membership[]
  readonly listeners: readonly ChangeListener[]
}

/** Divides those who listen into audiences. */
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

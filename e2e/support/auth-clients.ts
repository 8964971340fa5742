import { createClient, type AuthError, type SupabaseClient } from '@supabase/supabase-js'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { askPlatform } from './platform-api.ts'
import type { ProjectInfo, StartedServer } from './server.ts'

type Message = { readonly to: string; readonly subject: string; readonly text: string }

export const password = 'correct horse battery'
export const newEmail = () => `${randomUUID()}@example.com`

/** The machine-readable part of a refusal. */
export const told = (error: AuthError | null) => [error?.status, error?.code]

type Auth = SupabaseClient['auth']
type Confirmed = { readonly auth: Auth; readonly email: string; readonly id: string }

export type AuthClients = {
  /** Changes settings of the project's auth service. */
  configure(settings: object): Promise<unknown>
  /** A client of a visitor, with a session of its own. */
  open(flowType?: 'implicit' | 'pkce'): Auth
  /** The administration, with the project's secret key. */
  admin(): Auth['admin']
  /** The newest message to an address, once there are as many as `count`. */
  messageTo(address: string, count?: number): Promise<Message & { readonly code: string }>
  /** A client that is signed in with a new account, whose address is confirmed. */
  confirmed(email?: string): Promise<Confirmed>
  newPhone(): string
}

/** The published auth client against one project, with the mails and messages that it sends. */
export function createAuthClients(server: StartedServer, project: ProjectInfo): AuthClients {
  let last = 0

  const configure = (settings: object) =>
    askPlatform(server, 'PATCH', `/projects/${project.ref}/config/auth`, settings)

  const open = (flowType: 'implicit' | 'pkce' = 'implicit') =>
    createClient(project.api_url, project.publishable_key, {
      auth: {
        autoRefreshToken: false,
        persistSession: true,
        flowType,
        storage: memory(),
        experimental: { recoveryCodes: true },
      },
    }).auth

  const admin = () =>
    createClient(project.api_url, project.secret_key, {
      auth: { persistSession: false },
    }).auth.admin

  async function messageTo(address: string, count = 1): Promise<Message & { code: string }> {
    const found = async () => {
      const all = await askPlatform<Message[]>(server, 'GET', `/projects/${project.ref}/mailbox`)
      return all.filter(({ to }) => to === address)
    }
    await expect.poll(async () => (await found()).length).toBe(count)
    const [message] = await found()
    if (!message) throw new Error(`No message to ${address}`)
    return { ...message, code: /code(?: is|:) (\d+)/.exec(message.text)?.[1] ?? '' }
  }

  async function confirmed(email = newEmail()) {
    const auth = open()
    const { data, error } = await admin().createUser({ email, password, email_confirm: true })
    expect(error).toBeNull()
    const signedIn = await auth.signInWithPassword({ email, password })
    expect(signedIn.error).toBeNull()
    return { auth, email, id: data.user?.id ?? '' }
  }

  const newPhone = () => `49151${String((last += 1)).padStart(8, '0')}`

  return { configure, open, admin, messageTo, confirmed, newPhone }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

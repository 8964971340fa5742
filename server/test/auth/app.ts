import { mountRoutes } from '../../src/lib/http.ts'
import { createSettings } from '../../src/project/settings.ts'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify'
import type { Caller } from '../../src/project/caller.ts'
import type { Member } from '../../src/project/member.ts'
import type { MemberAction } from '../../src/project/service.ts'
import type { Mailer } from '../../src/project/mailer.ts'
import { PLATFORM_REF, type JobPayload, type Project } from '../../src/project/project.ts'
import { authSettings, type AuthSettings } from '@stoa/contract/services/auth/settings'
import { systemClock } from '../../src/lib/clock.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { AccountPort, AccountRules } from '../../src/project/accounts.ts'
import { createOutgoing, type Outgoing } from '../../src/lib/outgoing.ts'
import { createAuth, type Limits } from '../../src/services/auth/index.ts'
import type { TestProject } from '../project.ts'

type Job = { readonly name: string; readonly payload: JobPayload }
type Mail = Parameters<Mailer>[0]
type Call = {
  body?: unknown
  /** The raw text of the body, for bodies that no encoder would produce. */
  payload?: string
  /** `anon` and `service` select the project's keys; anything else is a Bearer token. */
  as?: string
  headers?: Record<string, string>
  ip?: string
}
export type Answer = {
  status: number
  // oxlint-disable-next-line typescript/no-explicit-any -- Tests read answers freely; a wrong guess fails them.
  body: Record<string, any>
  headers: LightMyRequestResponse['headers']
}

export type AuthApp = {
  readonly app: FastifyInstance
  readonly project: Project
  readonly accounts: AccountPort
  call(method: string, path: string, call?: Call): Promise<Answer>
  /** Calls the members' API, below the project's path, as a member with all permissions. */
  member(method: string, path: string, body?: object): Promise<unknown>
  /** The unmodified client; its requests go to the app without a socket. */
  client(key?: 'anon' | 'service', options?: { flowType?: 'pkce' | 'implicit' }): SupabaseClient
  /** Advances the service's clock. */
  pass(seconds: number): void
  now(): Date
  readonly mails: Mail[]
  /** The members' API's entries for the organization's audit log. */
  readonly audited: MemberAction[]
  /** Resolves to the next job that the service adds. */
  nextJob(): Promise<Job>
  runJob(name: string, payload: JobPayload): Promise<void>
  /** Waits for a mail to an address and returns the newest one. */
  mailTo(address: string): Promise<Mail & { code: string; link: URL; token: string }>
}

const OPEN: AccountRules = {
  admit: async () => 'admitted',
  useInvitation: async () => true,
  revokeAccessTokens: async () => {},
}
const NOWHERE = { dashboard: '', apis: '' }

/** A fixed key, so that two apps on one project can read each other's secrets. */
const TEST_INSTALLATION_KEY = Buffer.alloc(32, 7)
const PLENTY = { burst: 100_000, perMinute: 100_000 }
const UNLIMITED: Limits = {
  signUpByIp: PLENTY,
  knownAddressByIp: PLENTY,
  signInByIp: PLENTY,
  signInByIpAndAddress: PLENTY,
  signInByAddress: PLENTY,
  refreshByIp: PLENTY,
  externalByIp: PLENTY,
  web3ByIp: PLENTY,
  verifyByIp: PLENTY,
  verifyByAddress: PLENTY,
  challengeByAccount: PLENTY,
  codeByAccount: PLENTY,
  recoveryCodeByAccount: PLENTY,
  passwordByAccount: PLENTY,
  mailByIp: PLENTY,
  mailByAddress: PLENTY,
  mailByProject: PLENTY,
  smsByAddress: PLENTY,
  smsByProject: PLENTY,
  factorSmsByAddress: PLENTY,
  anonymousByIp: PLENTY,
}

const MEMBER: Member = {
  kind: 'person',
  userId: '00000000-0000-4000-8000-00000000000a',
  email: 'member@example.com',
  isOperator: false,
  hasSecondFactor: false,
  credential: 'session',
  sessionId: '00000000-0000-4000-8000-000000000001',
}

/** The auth service on a test's project, with the gateway's caller authentication. */
export function createAuthApp(
  { project: real }: TestProject,
  options: {
    settings?: Partial<AuthSettings>
    /** Limits to apply, or those of the project's settings. Without this, nothing is limited. */
    limits?: Partial<Limits> | 'of the settings'
    mailer?: Mailer
    outgoing?: Outgoing
    /** Makes the project the platform itself, with these rules. */
    platformRules?: Partial<AccountRules>
    installationUrls?: { dashboard: string; apis: string }
  } = {},
): AuthApp {
  const listeners: ((job: Job) => void)[] = []
  const project: Project = {
    ...real,
    ...(options.platformRules && { ref: PLATFORM_REF }),
    addJob: async (_service, name, payload = {}) => {
      for (const hear of listeners.splice(0)) hear({ name, payload })
    },
    settings: createSettings({
      // Most tests need an account at once, and no mail.
      [authSettings.name]: {
        ...real.settings.of(authSettings),
        mailer_autoconfirm: true,
        ...options.settings,
      },
    }),
  }
  // The time changes only through `pass` and when the service waits.
  let now = systemClock.now().getTime()
  const clock = { now: () => new Date(now) }
  const mails: Mail[] = []
  const arrivals = new Set<() => void>()
  const inbox: Mailer = async (mail) => {
    mails.push(mail)
    for (const notify of arrivals) notify()
  }
  const auth = createAuth({
    clock,
    sleep: async (ms) => void (now += ms),
    installationKey: TEST_INSTALLATION_KEY,
    ...(options.limits !== 'of the settings' && { limits: { ...UNLIMITED, ...options.limits } }),
    ...(options.platformRules && { platformRules: { ...OPEN, ...options.platformRules } }),
    ...(options.installationUrls && {
      installationUrls: () => options.installationUrls ?? NOWHERE,
    }),
    mailer: options.mailer ?? inbox,
    inbox,
    outgoing: options.outgoing ?? createOutgoing({ allowsPrivate: true }),
  })
  const app = Fastify({ logger: false })
  app.decorateRequest('project')
  app.decorateRequest('caller')
  app.decorateRequest('member')
  app.decorateRequest('recordAudit')
  const audited: MemberAction[] = []
  app.addHook('onRequest', async (request) => {
    request.project = project
    request.member = MEMBER
    request.recordAudit = async (action) => void audited.push(action)
    request.caller = callerOf(project, request.headers.authorization, clock.now())
  })
  void app.register(async (scope) => auth.publicDoor?.routes?.(scope), { prefix: '/auth/v1' })
  for (const { routes } of auth.memberDoors ?? []) mountRoutes(app, routes)
  const keys = { anon: project.keys.anonKey, service: project.keys.serviceRoleKey }

  return {
    app,
    project,
    accounts: auth.accountsOf(project),
    mails,
    audited,
    nextJob: () => new Promise((resolve) => listeners.push(resolve)),
    async runJob(name, payload) {
      const job = auth.jobs?.[name]
      if (job?.needs !== 'database') throw new Error(`The service has no job ${name}`)
      const signal = new AbortController().signal
      await job.run(project, { payload, attempt: 1, isLastAttempt: false, signal })
    },
    pass: (seconds) => (now += seconds * 1000),
    now: () => clock.now(),
    async member(method, path, body) {
      const response = await app.inject({
        method: method as 'GET',
        url: `/platform/auth/${project.ref}${path}`,
        ...(body && { payload: body }),
      })
      return response.json()
    },
    async call(method, path, { body, payload, as = 'anon', headers = {}, ip } = {}) {
      const token = as === 'anon' || as === 'service' ? keys[as] : as
      const response = await app.inject({
        method: method as 'GET',
        url: `/auth/v1${path}`,
        headers: {
          ...(token !== '' && { authorization: `Bearer ${token}` }),
          ...(body !== undefined || payload !== undefined
            ? { 'content-type': 'application/json' }
            : {}),
          ...headers,
        },
        ...(ip !== undefined && { remoteAddress: ip }),
        ...(payload !== undefined && { payload }),
        ...(body !== undefined && { payload: JSON.stringify(body) }),
      })
      const answer: unknown = response.body === '' ? {} : JSON.parse(response.body)
      return {
        status: response.statusCode,
        body: answer as Answer['body'],
        headers: response.headers,
      }
    },
    client: (key = 'anon', options = {}) =>
      createClient(project.apiUrl, keys[key], {
        auth: {
          persistSession: true,
          autoRefreshToken: false,
          storage: memory(),
          experimental: { recoveryCodes: true },
          ...options,
        },
        global: { fetch: fetchFrom(app) },
      }),
    async mailTo(address) {
      const find = () => mails.findLast((mail) => mail.to === address)
      while (!find()) await new Promise<void>((resolve) => arrivals.add(resolve))
      const mail = find()
      if (!mail) throw new Error(`No mail to ${address}`)
      mails.splice(mails.indexOf(mail), 1)
      const link = new URL(/https?:\S+/.exec(mail.text)?.[0] ?? 'http://no.link')
      const code = /code(?: is|:) (\d+)/.exec(mail.text)?.[1] ?? ''
      return { ...mail, link, code, token: link.searchParams.get('token') ?? '' }
    },
  }
}

function callerOf(project: Project, authorization: string | undefined, now: Date): Caller {
  const token = authorization?.replace(/^Bearer /, '')
  const verified = token === undefined ? undefined : project.keys.verify(token, now)
  if (verified && verified.state !== 'valid')
    throw new AppError('jwt_invalid', 'not a token of this project', { status: 401 })
  const claims = verified?.claims ?? { role: 'anon' }
  return { role: String(claims['role']), claims, claimsJson: JSON.stringify(claims) }
}

function fetchFrom(app: FastifyInstance): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const url = new URL(request.url)
    const payload = await request.text()
    const response = await app.inject({
      method: request.method as 'GET',
      url: `${url.pathname}${url.search}`,
      headers: Object.fromEntries(request.headers),
      ...(payload !== '' && { payload }),
    })
    const headers = new Headers()
    for (const [name, value] of Object.entries(response.headers))
      if (value !== undefined) headers.set(name, String(value))
    return new Response(response.statusCode === 204 ? null : response.body, {
      status: response.statusCode,
      headers,
    })
  }
}

function memory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../lib/errors.ts'
import { createRateLimiter } from '../lib/rate-limit.ts'
import { projectFamilies } from '../metrics/prometheus/project-families.ts'
import { PROMETHEUS_TEXT, writeFamilies } from '../metrics/prometheus/text.ts'
import type { AddressReader } from './address.ts'
import { isolateOrigin } from './isolation.ts'
import type { GatewayOptions } from './options.ts'

/** Enough for several collectors that scrape each few seconds. */
const SCRAPES = { burst: 30, perMinute: 60 }

/**
 * The metrics of a project for Prometheus, at the path and with the credentials of hosted Supabase:
 * basic authentication as `service_role` with a secret key or the legacy service key. Wakes no
 * project, because a collector would keep it awake.
 */
export async function addMetricsDoor(
  app: FastifyInstance,
  {
    fleet,
    platform,
    metrics,
    clock,
    addresses,
  }: Pick<GatewayOptions, 'fleet' | 'platform' | 'metrics' | 'clock'> & {
    readonly addresses: AddressReader
  },
): Promise<void> {
  const limiter = createRateLimiter({ clock })
  await app.register(async (scope) => {
    isolateOrigin(scope, addresses, { name: 'customer' })
    scope.get('/p/:ref/customer/v1/privileged/metrics', async (request, reply) => {
      const { ref } = request.params as { ref: string }
      const seconds = limiter.take(`${ref} ${request.ip}`, SCRAPES)
      if (seconds > 0) throw tooManyScrapes(seconds)
      await platform.requireServing(ref)
      await requireKey(fleet, ref, request)
      await platform.requirePlan(ref, 'metrics_endpoint')
      return reply
        .type(PROMETHEUS_TEXT)
        .header('cache-control', 'no-store')
        .send(writeFamilies(projectFamilies(metrics, [ref])))
    })
  })
}

async function requireKey(
  fleet: GatewayOptions['fleet'],
  ref: string,
  { headers: { authorization } }: FastifyRequest,
): Promise<void> {
  const password = passwordOf(authorization)
  if (password === undefined) throw keyInvalid()
  // Also rejects for a project that does not exist.
  const [{ apiKeys, areLegacyKeysEnabled }, { keys }] = await Promise.all([
    fleet.keys.list(ref),
    fleet.secrets(ref),
  ])
  const accepted = [
    ...apiKeys.filter(({ kind }) => kind === 'secret').map(({ value }) => value),
    ...(areLegacyKeysEnabled ? [keys.serviceRoleKey] : []),
  ]
  const given = digest(password)
  if (!accepted.some((key) => timingSafeEqual(digest(key), given))) throw keyInvalid()
}

/** The password of `service_role` in a header for basic authentication. */
function passwordOf(authorization: string | undefined): string | undefined {
  const [, encoded] = /^basic +([\w+/=-]{1,8192}) *$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const user = 'service_role:'
  return text.startsWith(user) ? text.slice(user.length) : undefined
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

const keyInvalid = () =>
  new AppError('metrics_key_invalid', 'The metrics need a secret key of the project.', {
    status: 401,
    hint: 'Use basic authentication with the user service_role and a secret key as the password.',
  })

const tooManyScrapes = (seconds: number) =>
  new AppError('too_many_scrapes', 'The metrics are read too often.', {
    status: 429,
    hint: `Scrape at most once a second. Try again in ${seconds} seconds.`,
    retryAfter: seconds,
  })

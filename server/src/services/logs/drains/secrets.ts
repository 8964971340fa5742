import type { LogDrainConfig } from '@stoa/contract/services/logs/drains'
import { secretMissing } from './errors.ts'

type SecretChange = (name: string, value: string) => string

/** The settings with changed secrets. Headers are named `header <name>`. */
function mapSecrets(drain: LogDrainConfig, change: SecretChange): LogDrainConfig {
  switch (drain.type) {
    case 'webhook':
    case 'otlp':
      return withHeaders(drain, change)
    case 'loki': {
      const password = change('password', drain.config.password)
      return withHeaders({ ...drain, config: { ...drain.config, password } }, change)
    }
    case 'datadog': {
      const { api_key: key } = drain.config
      return { ...drain, config: { ...drain.config, api_key: change('api_key', key) } }
    }
    case 's3': {
      const secret = change('secret_access_key', drain.config.secret_access_key)
      return { ...drain, config: { ...drain.config, secret_access_key: secret } }
    }
    case 'sentry':
    case 'syslog':
      return drain
  }
}

function withHeaders<Drain extends { readonly config: { headers: Record<string, string> } }>(
  drain: Drain,
  change: SecretChange,
): Drain {
  const headers = Object.fromEntries(
    Object.entries(drain.config.headers).map(([name, value]) => [
      name,
      change(`header ${name}`, value),
    ]),
  )
  return { ...drain, config: { ...drain.config, headers } }
}

/** The settings as members see them. */
export const withoutSecrets = (drain: LogDrainConfig): LogDrainConfig => mapSecrets(drain, () => '')

/** Only these can be empty. */
const OPTIONAL: ReadonlySet<string> = new Set(['password'])

/**
 * The new settings with the stored secrets where they have none. Stored secrets are not sent to
 * another address: a member who cannot read them could have entered it to receive them.
 */
export function withStoredSecrets(
  drain: LogDrainConfig,
  stored: LogDrainConfig | undefined,
): LogDrainConfig {
  const known = stored ? secretsOf(stored) : new Map<string, string>()
  const isSame = stored !== undefined && destinationOf(stored) === destinationOf(drain)
  return mapSecrets(drain, (name, value) => {
    if (value !== '') return value
    const kept = known.get(name) ?? ''
    if (kept === '' && OPTIONAL.has(name)) return ''
    if (kept === '' || !isSame) throw secretMissing(name)
    return kept
  })
}

function secretsOf(drain: LogDrainConfig): ReadonlyMap<string, string> {
  const secrets = new Map<string, string>()
  mapSecrets(drain, (name, value) => {
    secrets.set(name, value)
    return value
  })
  return secrets
}

function destinationOf({ type, config }: LogDrainConfig): string {
  switch (type) {
    case 'webhook':
      return config.url
    case 'loki':
      return JSON.stringify([config.url, config.username])
    case 'otlp':
      return config.endpoint
    case 'datadog':
      return config.region
    case 's3':
      return JSON.stringify([config.endpoint, config.storage_region, config.access_key_id])
    case 'sentry':
      return config.dsn
    case 'syslog':
      return JSON.stringify([config.host, config.port])
  }
}

/** The host that a drain connects to, and the URL if it has one. */
export function addressOf({ type, config }: LogDrainConfig): { host: string; url?: string } {
  switch (type) {
    case 'webhook':
    case 'loki':
      return ofUrl(config.url)
    case 'otlp':
      return ofUrl(config.endpoint)
    case 'sentry':
      return ofUrl(config.dsn)
    case 's3':
      return ofUrl(
        config.endpoint === ''
          ? `https://s3.${config.storage_region}.amazonaws.com`
          : config.endpoint,
      )
    case 'syslog':
      return { host: config.host }
    case 'datadog':
      return { host: 'datadoghq.com' }
  }
}

const ofUrl = (url: string) => ({ host: new URL(url).hostname, url })

import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { DATADOG_REGIONS, LogDrain, LogDrainType } from '@stoa/contract/services/logs/drains'

/** The values of the form, as they are typed. Each type of destination has some of them. */
export type DrainValues = {
  name: string
  type: LogDrainType
  sources: LogSourceName[]
  /** The URL of HTTP, Loki, and OpenTelemetry. */
  url: string
  /** One per line: `name: value`. */
  headers: string
  format: 'json' | 'ndjson'
  gzip: boolean
  region: (typeof DATADOG_REGIONS)[number]
  api_key: string
  username: string
  password: string
  dsn: string
  s3_bucket: string
  storage_region: string
  endpoint: string
  prefix: string
  access_key_id: string
  secret_access_key: string
  /** In seconds. */
  batch_timeout: string
  host: string
  port: string
  tls: boolean
  ca_cert: string
}

export const EMPTY_DRAIN: DrainValues = {
  name: '',
  type: 'webhook',
  sources: [],
  url: '',
  headers: '',
  format: 'json',
  gzip: true,
  region: 'US1',
  api_key: '',
  username: '',
  password: '',
  dsn: '',
  s3_bucket: '',
  storage_region: '',
  endpoint: '',
  prefix: '',
  access_key_id: '',
  secret_access_key: '',
  batch_timeout: '60',
  host: '',
  port: '6514',
  tls: true,
  ca_cert: '',
}

/** The body of a request for these values. */
export const toDrain = (values: DrainValues) => ({
  name: values.name,
  sources: values.sources,
  type: values.type,
  config: toConfig(values),
})

function toConfig(values: DrainValues): unknown {
  const { url, gzip, dsn, host, tls, ca_cert } = values
  const headers = readHeaders(values.headers)
  switch (values.type) {
    case 'webhook':
      return { url, format: values.format, gzip, headers }
    case 'otlp':
      return { endpoint: url, gzip, headers }
    case 'loki':
      return { url, username: values.username, password: values.password, headers }
    case 'datadog':
      return { region: values.region, api_key: values.api_key }
    case 'sentry':
      return { dsn }
    case 's3':
      return {
        s3_bucket: values.s3_bucket,
        storage_region: values.storage_region,
        endpoint: values.endpoint,
        prefix: values.prefix,
        access_key_id: values.access_key_id,
        secret_access_key: values.secret_access_key,
        batch_timeout: Number(values.batch_timeout) * 1000,
      }
    case 'syslog':
      return { host, port: Number(values.port), tls, ca_cert }
  }
}

/** The form's values for a stored drain, whose secrets are empty. */
export function ofDrain(drain: LogDrain): DrainValues {
  const { name, sources } = drain
  const common = { ...EMPTY_DRAIN, name, sources: [...sources], type: drain.type }
  switch (drain.type) {
    case 'webhook':
    case 'loki':
      return { ...common, ...drain.config, headers: headersText(drain.config.headers) }
    case 'otlp': {
      const { endpoint: url, gzip, headers } = drain.config
      return { ...common, url, gzip, headers: headersText(headers) }
    }
    case 's3':
      return {
        ...common,
        ...drain.config,
        batch_timeout: String(drain.config.batch_timeout / 1000),
      }
    case 'syslog':
      return { ...common, ...drain.config, port: String(drain.config.port) }
    case 'datadog':
    case 'sentry':
      return { ...common, ...drain.config }
  }
}

type Problems = { readonly [Name in keyof DrainValues]?: string | undefined }

/** The problems that a person can see in the form, by field. */
export function problemsOf(values: DrainValues, isNew: boolean): Problems {
  const secret = (value: string, what: string) =>
    isNew && value === '' ? `Enter ${what}.` : undefined
  const name = values.name.trim() === '' ? 'Enter a name.' : undefined
  const wrongHeader = headerLines(values.headers).find((line) => !HEADER.test(line))
  const headers = wrongHeader === undefined ? undefined : `“${wrongHeader}” is not a header.`
  switch (values.type) {
    case 'webhook':
    case 'otlp':
    case 'loki':
      return { name, headers, url: isUrl(values.url) ? undefined : URL_PROBLEM }
    case 'datadog':
      return { name, api_key: secret(values.api_key, 'an API key') }
    case 'sentry':
      return {
        name,
        dsn: DSN.test(values.dsn)
          ? undefined
          : 'Enter a DSN such as https://key@o1.ingest.sentry.io/2.',
      }
    case 's3':
      return {
        name,
        s3_bucket: values.s3_bucket === '' ? 'Enter the name of a bucket.' : undefined,
        storage_region:
          values.storage_region === '' ? 'Enter a region such as us-east-1.' : undefined,
        endpoint: values.endpoint === '' || isUrl(values.endpoint) ? undefined : URL_PROBLEM,
        access_key_id: values.access_key_id === '' ? 'Enter an access key ID.' : undefined,
        secret_access_key: secret(values.secret_access_key, 'a secret access key'),
        batch_timeout: isWithin(values.batch_timeout, 1, 900)
          ? undefined
          : 'Enter a number between 1 and 900.',
      }
    case 'syslog':
      return {
        name,
        host: /^[\w.:-]+$/.test(values.host) ? undefined : 'Enter a host name or an IP address.',
        port: isWithin(values.port, 1, 65_535) ? undefined : 'Enter a port between 1 and 65535.',
      }
  }
}

const URL_PROBLEM = 'Enter a URL that starts with https:// or http://.'
const DSN = /^https?:\/\/[\w-]+@[\w.:-]+(?:\/[\w./-]*)?\/\d+$/
const HEADER = /^[\w!#$%&'*+.^`|~-]+:/

const isUrl = (text: string) => /^https?:\/\/./.test(text) && URL.canParse(text)

const isWithin = (text: string, least: number, most: number) =>
  /^\d+$/.test(text) && Number(text) >= least && Number(text) <= most

const headerLines = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const readHeaders = (text: string): Record<string, string> =>
  Object.fromEntries(
    headerLines(text).map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).trim(), line.slice(at + 1).trim()]
    }),
  )

const headersText = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`.trimEnd())
    .join('\n')

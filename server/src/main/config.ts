import path from 'node:path'
import { PROVIDER_KINDS } from '@stoa/contract/catalog/assistant-levels'
import { databaseRegions, type Location } from '@stoa/contract/catalog/regions'
import { FeatureName } from '@stoa/contract/platform/features'
import type { InstallationLinks } from '@stoa/contract/platform/installation'
import { z } from 'zod'
import { assistantFaults, assistantProvider, type AssistantProvider } from './assistant-settings.ts'
import { AppError } from '../lib/errors.ts'
import type { S3Bucket } from '../lib/s3-connection.ts'
import type { CertificateFiles } from '../postgres/front-door/index.ts'

const list = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''))

const link = z.url({ protocol: /^https?$/ })

/** Inserted into the dashboard's HTML and security policy, so special characters are excluded. */
const folderUrl = z
  .string()
  .regex(/^https?:\/\/[\w.:/@~+-]+$/, 'must be the URL of a folder')
  .transform((text) => text.replace(/\/+$/, ''))

/** Messages about packages can show this value to the authors of functions. */
const registry = link.refine((url) => {
  const { username, password, search, hash } = new URL(url)
  return [username, password, search, hash].every((part) => part === '')
}, 'must be a URL without a user name, password, query or fragment')

const port = z.coerce.number().int().min(0).max(65_535)

const feature = z.enum(FeatureName.options, {
  error: ({ input }) => `"${String(input)}" is not one of ${FeatureName.options.join(', ')}`,
})

const place = list
  .transform(([latitude, longitude]) => ({ latitude, longitude }))
  .pipe(
    z.object({
      latitude: z.coerce.number<string | undefined>().min(-90).max(90),
      longitude: z.coerce.number<string | undefined>().min(-180).max(180),
    }),
  )
  .transform(({ latitude, longitude }): Location => [latitude, longitude])

/** A region's code or coordinates: `eu-central-1` or `52.52,13.40`. */
const region = z.union([z.enum(databaseRegions.map(({ code }) => code)), place], {
  error: 'must be a region code, or a latitude and a longitude',
})

/** A bucket and an optional path in it: `s3://bucket/path`. */
const S3_URL = /^s3:\/\/([a-z0-9][a-z0-9.-]*)(?:\/([A-Za-z0-9._/-]*))?$/

/** Settings that must be set together. */
const TOGETHER = [
  ['STOA_POSTGRES_TLS_CERT', 'STOA_POSTGRES_TLS_KEY'],
  ['STOA_STORAGE_S3_BUCKET', 'STOA_STORAGE_S3_ACCESS_KEY_ID', 'STOA_STORAGE_S3_SECRET_ACCESS_KEY'],
  ['STOA_BACKUPS_S3_ACCESS_KEY_ID', 'STOA_BACKUPS_S3_SECRET_ACCESS_KEY'],
  ['STOA_AI_PROVIDER', 'STOA_AI_MODEL'],
] as const

const Environment = z
  .object({
    STOA_PORT: port.default(8000),
    STOA_HOST: z.string().default('127.0.0.1'),
    STOA_PUBLIC_URL: z.url().optional(),
    STOA_API_PORT: port.optional(),
    STOA_API_URL: link.optional(),
    STOA_MAX_CONNECTIONS_PER_ADDRESS: z.coerce.number().int().min(0).default(1000),
    STOA_POSTGRES_PORT: port.default(6543),
    STOA_POSTGRES_TLS_CERT: z.string().min(1).optional(),
    STOA_POSTGRES_TLS_KEY: z.string().min(1).optional(),
    STOA_DATA_DIR: z.string().min(1).optional(),
    STOA_ROLE: z.enum(['main', 'realtime']).default('main'),
    STOA_MODE: z.enum(['platform', 'self-hosted']).default('platform'),
    STOA_FUNCTIONS_DIR: z.string().min(1).optional(),
    STOA_NPM_REGISTRY_URL: registry.optional(),
    STOA_JSR_REGISTRY_URL: registry.optional(),
    STOA_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
    STOA_POSTGRES_BIN: z.string().min(1).optional(),
    STOA_POSTGRES_ACCOUNT: z.string().min(1).optional(),
    STOA_IDLE_MINUTES: z.coerce.number().min(0.01).max(1_000_000).default(15),
    STOA_PROJECT_MEMORY_GB: z.coerce.number().min(0.25).max(1_000_000).optional(),
    STOA_STORAGE_LIMIT_GB: z.coerce.number().min(0.001).max(1_000_000).default(100),
    STOA_STORAGE_S3_BUCKET: z.string().min(1).optional(),
    STOA_STORAGE_S3_ENDPOINT: link.optional(),
    STOA_STORAGE_S3_REGION: z.string().min(1).default('us-east-1'),
    STOA_STORAGE_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    STOA_STORAGE_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    STOA_STORAGE_S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
    STOA_BACKUPS: z.string().min(1).optional(),
    STOA_BACKUPS_S3_ENDPOINT: link.optional(),
    STOA_BACKUPS_S3_REGION: z.string().min(1).default('us-east-1'),
    STOA_BACKUPS_S3_ACCESS_KEY_ID: z.string().min(1).optional(),
    STOA_BACKUPS_S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
    STOA_BACKUPS_S3_PATH_STYLE: z.enum(['on', 'off']).default('on'),
    STOA_BACKUP_DAYS: z.coerce.number().min(1).max(3650).default(7),
    STOA_INSTALLATION_KEY_FILE: z.string().min(1).optional(),
    STOA_SIGN_UP: z.enum(['open', 'invitation']).default('invitation'),
    STOA_DISABLED_FEATURES: list.pipe(z.array(feature)).default([]),
    STOA_PLAN_LIMITS: z.enum(['on', 'off']).default('off'),
    STOA_REGION: region.optional(),
    STOA_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    STOA_ALLOW_PRIVATE_ADDRESSES: z.enum(['on', 'off']).default('off'),
    STOA_MAIL_FROM: z.email().default('stoa@localhost.localdomain'),
    STOA_SUPPORT_EMAIL: z.email().optional(),
    STOA_ENTERPRISE_CONTACT_URL: link.optional(),
    STOA_DISCUSSIONS_URL: link.optional(),
    STOA_STATUS_PAGE_URL: link.optional(),
    STOA_STATUS_FEED_URL: link.optional(),
    STOA_EDITOR_CDN_URL: folderUrl.optional(),
    STOA_AI_PROVIDER: z.enum(PROVIDER_KINDS).optional(),
    STOA_AI_URL: link.optional(),
    STOA_AI_MODEL: z.string().min(1).optional(),
    STOA_AI_API_KEY: z.string().min(1).optional(),
    STOA_TELEMETRY: z.enum(['on', 'off']).default('off'),
    STOA_ERROR_COLLECTOR_URL: link.optional(),
    XDG_RUNTIME_DIR: z.string().optional(),
    NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  })
  .superRefine((values, context) => {
    for (const names of TOGETHER) {
      const missing = names.find((name) => values[name] === undefined)
      const given = names.find((name) => values[name] !== undefined)
      if (missing === undefined || given === undefined) continue
      const message = `must be set together with ${given}`
      context.addIssue({ code: 'custom', path: [missing], message })
    }
    for (const [name, reason] of assistantFaults(values))
      context.addIssue({ code: 'custom', path: [name], message: reason })
    const message = backupsFault(values)
    if (message !== undefined) context.addIssue({ code: 'custom', path: ['STOA_BACKUPS'], message })
    if (values.STOA_FUNCTIONS_DIR !== undefined && values.STOA_MODE !== 'self-hosted')
      context.addIssue({
        code: 'custom',
        path: ['STOA_FUNCTIONS_DIR'],
        message: 'can only be set together with STOA_MODE=self-hosted',
      })
  })
/** The settings of the environment, parsed once; `npm start -- --help` explains each variable. */
export type Config = {
  /** `realtime`: a further process that serves realtime clients only. */
  readonly role: 'main' | 'realtime'
  readonly host: string
  /** With 0, the operating system chooses a free port. */
  readonly port: number
  /** The URL people use, without a trailing slash; undefined means the URL the server listens on. */
  readonly publicUrl: string | undefined
  /** The port of project APIs; with 0, the operating system chooses one. */
  readonly apiPort: number
  /** The URL before a project's `/p/<ref>`, without a trailing slash; undefined means `apiUrlOf` decides. */
  readonly apiUrl: string | undefined
  /** Open HTTP connections of one client address; 0 for no limit. */
  readonly maxConnectionsPerAddress: number
  readonly postgresPort: number
  /** Without a certificate, database connections from outside are not encrypted. */
  readonly postgresTls: CertificateFiles | undefined
  readonly dataDir: string
  /** The operating system's runtime folder for this account's sockets, if it has one. */
  readonly runtimeDir: string | undefined
  readonly mode: 'platform' | 'self-hosted'
  /** A folder whose functions are redeployed when they change, in self-hosted mode. */
  readonly functionsFolder: string | undefined
  /** Where functions load packages from; undefined means the public registry. */
  readonly functionRegistries: {
    readonly npm: string | undefined
    readonly jsr: string | undefined
  }
  readonly databaseUrl: string | undefined
  readonly postgresBin: string | undefined
  readonly postgresAccount: string | undefined
  readonly idleAfterMs: number
  /** Maximum memory of one project's Postgres; undefined means three quarters of the machine's. */
  readonly projectMemoryBytes: number | undefined
  /** Maximum total size of one project's files, in bytes. */
  readonly storageLimitBytes: number
  /** The bucket for file contents; undefined keeps them in the data folder. */
  readonly storageBucket: S3Bucket | undefined
  /** Where backups go; undefined makes none. */
  readonly backups: BackupPlace | undefined
  /** How long a moment can be restored, at least. */
  readonly backupDays: number
  /** The file of the installation key; undefined is `installation.key` in the data folder. */
  readonly installationKeyFile: string | undefined
  readonly signUp: 'open' | 'invitation'
  readonly disabledFeatures: readonly FeatureName[]
  readonly planLimits: boolean
  /** A region's code, or the latitude and longitude of this machine. */
  readonly region: string | Location | undefined
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Whether servers named by project owners can be in the local network. */
  readonly allowsPrivateAddresses: boolean
  /** External pages that the dashboard links to; null hides a link. */
  readonly links: InstallationLinks
  readonly statusFeedUrl: string | undefined
  /** The code editor's folder at a CDN; undefined in self-hosted mode, which contacts no CDN. */
  readonly editorUrl: string | undefined
  /** The model of the assistant; undefined leaves it to the organizations. */
  readonly assistantProvider: AssistantProvider | undefined
  readonly telemetry: boolean
  readonly errorCollectorUrl: string | undefined
  readonly environment: 'development' | 'production'
}

/** A folder, or a bucket and the beginning of its keys. */
export type BackupPlace =
  | { readonly kind: 'folder'; readonly folder: string; readonly isInDataFolder: boolean }
  | { readonly kind: 'bucket'; readonly bucket: S3Bucket; readonly prefix: string }

/** Throws an `AppError` that names the invalid variable and the reason. */
export function readConfig(env: NodeJS.ProcessEnv, checkout: string): Config {
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(named)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new AppError('invalid_setting', `${issue?.path[0]?.toString()}: ${issue?.message}.`, {
      status: 500,
      hint: 'Run "npm start -- --help" for the allowed values.',
    })
  }
  const values = result.data
  return {
    role: values.STOA_ROLE,
    host: values.STOA_HOST,
    port: values.STOA_PORT,
    publicUrl: values.STOA_PUBLIC_URL?.replace(/\/+$/, ''),
    apiPort: values.STOA_API_PORT ?? portBeside(values.STOA_PORT),
    apiUrl: values.STOA_API_URL?.replace(/\/+$/, ''),
    maxConnectionsPerAddress: values.STOA_MAX_CONNECTIONS_PER_ADDRESS,
    postgresPort: values.STOA_POSTGRES_PORT,
    postgresTls: tlsFiles(values.STOA_POSTGRES_TLS_CERT, values.STOA_POSTGRES_TLS_KEY, checkout),
    dataDir: path.resolve(checkout, values.STOA_DATA_DIR ?? '.stoa'),
    runtimeDir: values.XDG_RUNTIME_DIR,
    mode: values.STOA_MODE,
    functionsFolder: values.STOA_FUNCTIONS_DIR && path.resolve(checkout, values.STOA_FUNCTIONS_DIR),
    functionRegistries: { npm: values.STOA_NPM_REGISTRY_URL, jsr: values.STOA_JSR_REGISTRY_URL },
    databaseUrl: values.STOA_DATABASE_URL,
    postgresBin: values.STOA_POSTGRES_BIN,
    postgresAccount: values.STOA_POSTGRES_ACCOUNT,
    idleAfterMs: values.STOA_IDLE_MINUTES * 60_000,
    projectMemoryBytes:
      values.STOA_PROJECT_MEMORY_GB && Math.round(values.STOA_PROJECT_MEMORY_GB * 1e9),
    storageLimitBytes: Math.round(values.STOA_STORAGE_LIMIT_GB * 1024 ** 3),
    storageBucket: storageBucket(values),
    backups: backupPlace(values, checkout),
    backupDays: values.STOA_BACKUP_DAYS,
    installationKeyFile:
      values.STOA_INSTALLATION_KEY_FILE &&
      path.resolve(checkout, values.STOA_INSTALLATION_KEY_FILE),
    signUp: values.STOA_SIGN_UP,
    disabledFeatures: values.STOA_DISABLED_FEATURES,
    planLimits: values.STOA_PLAN_LIMITS === 'on',
    region: values.STOA_REGION,
    smtpUrl: values.STOA_SMTP_URL,
    mailFrom: values.STOA_MAIL_FROM,
    allowsPrivateAddresses: values.STOA_ALLOW_PRIVATE_ADDRESSES === 'on',
    links: {
      support_email: values.STOA_SUPPORT_EMAIL ?? null,
      enterprise_contact_url: values.STOA_ENTERPRISE_CONTACT_URL ?? null,
      discussions_url: values.STOA_DISCUSSIONS_URL ?? null,
      status_page_url: values.STOA_STATUS_PAGE_URL ?? null,
    },
    statusFeedUrl: values.STOA_STATUS_FEED_URL,
    editorUrl: values.STOA_MODE === 'platform' ? values.STOA_EDITOR_CDN_URL : undefined,
    assistantProvider: assistantProvider(values),
    telemetry: values.STOA_TELEMETRY === 'on',
    errorCollectorUrl: values.STOA_ERROR_COLLECTOR_URL,
    environment: values.NODE_ENV === 'production' ? 'production' : 'development',
  }
}

/** Variables that look like Stoa's settings but are not, such as misspelled ones. */
export function unknownSettings(env: NodeJS.ProcessEnv): string[] {
  return Object.keys(env).filter((name) => name.startsWith('STOA_') && !(name in Environment.shape))
}

/** Relative paths are resolved against the checkout, like the data folder. */
function tlsFiles(
  certFile: string | undefined,
  keyFile: string | undefined,
  checkout: string,
): CertificateFiles | undefined {
  if (certFile === undefined || keyFile === undefined) return undefined
  return { certFile: path.resolve(checkout, certFile), keyFile: path.resolve(checkout, keyFile) }
}

/** The next port; 0 stays 0, for any free port. */
function portBeside(port: number): number {
  if (port === 0) return 0
  return port < 65_535 ? port + 1 : port - 1
}

function storageBucket(values: z.infer<typeof Environment>): S3Bucket | undefined {
  const bucket = values.STOA_STORAGE_S3_BUCKET
  const accessKeyId = values.STOA_STORAGE_S3_ACCESS_KEY_ID
  const secretAccessKey = values.STOA_STORAGE_S3_SECRET_ACCESS_KEY
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined)
    return undefined
  return {
    bucket,
    endpoint: values.STOA_STORAGE_S3_ENDPOINT,
    region: values.STOA_STORAGE_S3_REGION,
    accessKeyId,
    secretAccessKey,
    isPathStyle: values.STOA_STORAGE_S3_PATH_STYLE === 'on',
  }
}

type BackupValues = Pick<
  z.infer<typeof Environment>,
  | 'STOA_BACKUPS'
  | 'STOA_BACKUPS_S3_ENDPOINT'
  | 'STOA_BACKUPS_S3_REGION'
  | 'STOA_BACKUPS_S3_ACCESS_KEY_ID'
  | 'STOA_BACKUPS_S3_SECRET_ACCESS_KEY'
  | 'STOA_BACKUPS_S3_PATH_STYLE'
  | 'STOA_DATA_DIR'
>

function backupsFault({
  STOA_BACKUPS: place,
  STOA_BACKUPS_S3_ACCESS_KEY_ID: accessKeyId,
}: Pick<BackupValues, 'STOA_BACKUPS' | 'STOA_BACKUPS_S3_ACCESS_KEY_ID'>): string | undefined {
  if (!place?.startsWith('s3:')) return undefined
  if (!S3_URL.test(place)) return 'must be a folder, a URL such as s3://bucket/path, or off'
  return accessKeyId === undefined
    ? 'needs STOA_BACKUPS_S3_ACCESS_KEY_ID and STOA_BACKUPS_S3_SECRET_ACCESS_KEY'
    : undefined
}

function backupPlace(values: BackupValues, checkout: string): BackupPlace | undefined {
  const place = values.STOA_BACKUPS
  if (place === 'off') return undefined
  const dataDir = path.resolve(checkout, values.STOA_DATA_DIR ?? '.stoa')
  const [, bucket, prefix = ''] = S3_URL.exec(place ?? '') ?? []
  if (bucket === undefined) {
    const folder =
      place === undefined ? path.join(dataDir, 'backups') : path.resolve(checkout, place)
    return { kind: 'folder', folder, isInDataFolder: `${folder}/`.startsWith(`${dataDir}/`) }
  }
  return {
    kind: 'bucket',
    prefix: prefix.replace(/\/*$/, prefix === '' ? '' : '/'),
    bucket: {
      bucket,
      endpoint: values.STOA_BACKUPS_S3_ENDPOINT,
      region: values.STOA_BACKUPS_S3_REGION,
      accessKeyId: values.STOA_BACKUPS_S3_ACCESS_KEY_ID ?? '',
      secretAccessKey: values.STOA_BACKUPS_S3_SECRET_ACCESS_KEY ?? '',
      isPathStyle: values.STOA_BACKUPS_S3_PATH_STYLE === 'on',
    },
  }
}

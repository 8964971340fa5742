import path from 'node:path'
import type { InstallationLinks } from '@stoa/contract/platform/installation'
import { z } from 'zod'
import { AppError } from '../lib/errors.ts'

const list = z
  .string()
  .transform((text) => text.split(',').map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ''))

const link = z.url({ protocol: /^https?$/ })

/** Part of the dashboard's security policy and of its page, so it holds none of their own characters. */
const folderUrl = z
  .string()
  .regex(/^https?:\/\/[\w.:/@~+-]+$/, 'must be the address of a folder')
  .transform((text) => text.replace(/\/+$/, ''))

const port = z.coerce.number().int().min(0).max(65_535)

const Environment = z.object({
  STOA_PORT: port.default(8000),
  STOA_HOST: z.string().default('127.0.0.1'),
  STOA_PUBLIC_URL: z.url().optional(),
  STOA_POSTGRES_PORT: port.default(6543),
  STOA_DATA_DIR: z.string().min(1).optional(),
  STOA_MODE: z.enum(['platform', 'self-hosted']).default('platform'),
  STOA_DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  STOA_POSTGRES_BIN: z.string().min(1).optional(),
  STOA_POSTGRES_ACCOUNT: z.string().min(1).optional(),
  STOA_IDLE_MINUTES: z.coerce.number().min(0.01).max(1_000_000).default(15),
  STOA_SIGN_UP: z.enum(['open', 'invitation']).default('invitation'),
  STOA_DISABLED_FEATURES: list.default([]),
  STOA_SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  STOA_MAIL_FROM: z.email().default('stoa@localhost.localdomain'),
  STOA_SUPPORT_EMAIL: z.email().optional(),
  STOA_ENTERPRISE_CONTACT_URL: link.optional(),
  STOA_DISCUSSIONS_URL: link.optional(),
  STOA_STATUS_PAGE_URL: link.optional(),
  STOA_STATUS_FEED_URL: link.optional(),
  STOA_EDITOR_CDN_URL: folderUrl.optional(),
  STOA_TELEMETRY: z.enum(['on', 'off']).default('off'),
  STOA_ERROR_COLLECTOR_URL: link.optional(),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
})

/** What the environment says, parsed once; `npm start -- --help` explains each variable. */
export type Config = {
  readonly host: string
  /** 0 lets the system choose. */
  readonly port: number
  /** Address people use, without a trailing slash; undefined means the one listened on. */
  readonly publicUrl: string | undefined
  readonly postgresPort: number
  readonly dataDir: string
  readonly mode: 'platform' | 'self-hosted'
  readonly databaseUrl: string | undefined
  readonly postgresBin: string | undefined
  readonly postgresAccount: string | undefined
  readonly idleAfterMs: number
  readonly signUp: 'open' | 'invitation'
  readonly disabledFeatures: readonly string[]
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  /** Where people are sent for what the installation itself does not have; null hides the link. */
  readonly links: InstallationLinks
  readonly statusFeedUrl: string | undefined
  /** The code editor's folder at a CDN; undefined in self-hosted mode, which asks nobody else. */
  readonly editorUrl: string | undefined
  readonly telemetry: boolean
  readonly errorCollectorUrl: string | undefined
  readonly environment: 'development' | 'production'
}

/** Throws an `AppError` that names the variable and what is wrong with it. */
export function readConfig(env: NodeJS.ProcessEnv, checkout: string): Config {
  const named = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const result = Environment.safeParse(named)
  if (!result.success) {
    const issue = result.error.issues[0]
    throw new AppError('invalid_setting', `${issue?.path.join('.')}: ${issue?.message}.`, {
      status: 500,
      hint: 'See "npm start -- --help" for what each setting takes.',
    })
  }
  const values = result.data
  return {
    host: values.STOA_HOST,
    port: values.STOA_PORT,
    publicUrl: values.STOA_PUBLIC_URL?.replace(/\/+$/, ''),
    postgresPort: values.STOA_POSTGRES_PORT,
    dataDir: path.resolve(checkout, values.STOA_DATA_DIR ?? '.stoa'),
    mode: values.STOA_MODE,
    databaseUrl: values.STOA_DATABASE_URL,
    postgresBin: values.STOA_POSTGRES_BIN,
    postgresAccount: values.STOA_POSTGRES_ACCOUNT,
    idleAfterMs: values.STOA_IDLE_MINUTES * 60_000,
    signUp: values.STOA_SIGN_UP,
    disabledFeatures: values.STOA_DISABLED_FEATURES,
    smtpUrl: values.STOA_SMTP_URL,
    mailFrom: values.STOA_MAIL_FROM,
    links: {
      support_email: values.STOA_SUPPORT_EMAIL ?? null,
      enterprise_contact_url: values.STOA_ENTERPRISE_CONTACT_URL ?? null,
      discussions_url: values.STOA_DISCUSSIONS_URL ?? null,
      status_page_url: values.STOA_STATUS_PAGE_URL ?? null,
    },
    statusFeedUrl: values.STOA_STATUS_FEED_URL,
    editorUrl: values.STOA_MODE === 'platform' ? values.STOA_EDITOR_CDN_URL : undefined,
    telemetry: values.STOA_TELEMETRY === 'on',
    errorCollectorUrl: values.STOA_ERROR_COLLECTOR_URL,
    environment: values.NODE_ENV === 'production' ? 'production' : 'development',
  }
}

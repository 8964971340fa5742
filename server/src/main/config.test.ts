import { describe, expect, it } from 'vitest'
import { readConfig, unknownSettings } from './config.ts'

describe('readConfig', () => {
  it('has no link, feed or collector by default', () => {
    expect(readConfig({ STOA_SUPPORT_EMAIL: '' }, '/checkout')).toMatchObject({
      links: {
        support_email: null,
        enterprise_contact_url: null,
        discussions_url: null,
        status_page_url: null,
      },
      statusFeedUrl: undefined,
      errorCollectorUrl: undefined,
      telemetry: false,
    })
  })

  it('reads links, feeds and collectors', () => {
    const config = readConfig(
      {
        STOA_SUPPORT_EMAIL: 'help@example.com',
        STOA_ENTERPRISE_CONTACT_URL: 'https://example.com/contact',
        STOA_DISCUSSIONS_URL: 'https://example.com/discussions',
        STOA_STATUS_PAGE_URL: 'https://status.example.com',
        STOA_STATUS_FEED_URL: 'https://status.example.com/api/v2/summary.json',
        STOA_TELEMETRY: 'on',
        STOA_ERROR_COLLECTOR_URL: 'http://localhost:9000/errors',
      },
      '/checkout',
    )
    expect(config).toMatchObject({
      links: {
        support_email: 'help@example.com',
        enterprise_contact_url: 'https://example.com/contact',
        discussions_url: 'https://example.com/discussions',
        status_page_url: 'https://status.example.com',
      },
      statusFeedUrl: 'https://status.example.com/api/v2/summary.json',
      errorCollectorUrl: 'http://localhost:9000/errors',
      telemetry: true,
    })
  })

  // SPEC: "the profile's disabled_features list is filled from a comma-separated environment
  // setting."
  it('reads the list of disabled features', () => {
    const config = readConfig(
      { STOA_DISABLED_FEATURES: 'support, projects:pause ,,permissions' },
      '/checkout',
    )
    expect(config.disabledFeatures).toEqual(['support', 'projects:pause', 'permissions'])
  })

  it('resolves the files of the TLS certificate against the checkout', () => {
    const env = { STOA_POSTGRES_TLS_CERT: 'tls/cert.pem', STOA_POSTGRES_TLS_KEY: '/etc/key.pem' }
    expect(readConfig(env, '/checkout').postgresTls).toEqual({
      certFile: '/checkout/tls/cert.pem',
      keyFile: '/etc/key.pem',
    })
    expect(readConfig({}, '/checkout').postgresTls).toBeUndefined()
  })

  // SPEC: "Code editor loads from a CDN on the platform"
  it('uses the CDN of the code editor only in platform mode', () => {
    const STOA_EDITOR_CDN_URL = 'https://cdn.example/monaco@0.52.2/min/vs/'
    const editorUrlOf = (env: NodeJS.ProcessEnv) => readConfig(env, '/checkout').editorUrl
    expect(editorUrlOf({ STOA_EDITOR_CDN_URL })).toBe('https://cdn.example/monaco@0.52.2/min/vs')
    expect(editorUrlOf({ STOA_EDITOR_CDN_URL, STOA_MODE: 'self-hosted' })).toBeUndefined()
    expect(editorUrlOf({})).toBeUndefined()
  })

  it('resolves the functions folder against the checkout, in self-hosted mode only', () => {
    const env = { STOA_FUNCTIONS_DIR: 'supabase/functions', STOA_MODE: 'self-hosted' }
    expect(readConfig(env, '/checkout').functionsFolder).toBe('/checkout/supabase/functions')
    expect(() => readConfig({ ...env, STOA_MODE: 'platform' }, '/checkout')).toThrow(
      'STOA_FUNCTIONS_DIR: can only be set together with STOA_MODE=self-hosted',
    )
  })

  it.each([
    ['STOA_POSTGRES_TLS_CERT', 'STOA_POSTGRES_TLS_KEY'],
    ['STOA_POSTGRES_TLS_KEY', 'STOA_POSTGRES_TLS_CERT'],
  ])('refuses %s without %s', (given, missing) => {
    expect(() => readConfig({ [given]: '/etc/file.pem' }, '/checkout')).toThrow(
      `${missing}: must be set together with ${given}.`,
    )
  })

  it.each([
    [undefined, undefined],
    ['eu-central-1', 'eu-central-1'],
    ['52.52, 13.40', [52.52, 13.4]],
  ])('reads the region %s as %o', (text, region) => {
    expect(readConfig({ STOA_REGION: text }, '/checkout').region).toEqual(region)
  })

  it('enforces plan limits only if STOA_PLAN_LIMITS is on', () => {
    expect(readConfig({}, '/checkout').planLimits).toBe(false)
    expect(readConfig({ STOA_PLAN_LIMITS: 'on' }, '/checkout').planLimits).toBe(true)
  })

  it('keeps backups in the data folder, and says whether a folder is in it', () => {
    expect(readConfig({}, '/checkout').backups).toEqual({
      kind: 'folder',
      folder: '/checkout/.stoa/backups',
      isInDataFolder: true,
    })
    expect(readConfig({ STOA_BACKUPS: '/mnt/backups' }, '/checkout').backups).toEqual({
      kind: 'folder',
      folder: '/mnt/backups',
      isInDataFolder: false,
    })
    expect(readConfig({ STOA_BACKUPS: 'off' }, '/checkout').backups).toBeUndefined()
  })

  it('reads the bucket of backups and a path in it', () => {
    const keys = { STOA_BACKUPS_S3_ACCESS_KEY_ID: 'id', STOA_BACKUPS_S3_SECRET_ACCESS_KEY: 'key' }
    for (const [url, prefix] of [
      ['s3://past', ''],
      ['s3://past/', ''],
      ['s3://past/of/stoa', 'of/stoa/'],
      ['s3://past/of/stoa/', 'of/stoa/'],
    ] as const)
      expect(readConfig({ STOA_BACKUPS: url, ...keys }, '/checkout').backups).toMatchObject({
        kind: 'bucket',
        prefix,
        bucket: { bucket: 'past', accessKeyId: 'id', secretAccessKey: 'key' },
      })
  })

  it.each([
    ['STOA_DISABLED_FEATURES', 'support,sql_editr'],
    ['STOA_BACKUPS', 's3://'],
    ['STOA_BACKUPS', 's3://bucket'],
    ['STOA_BACKUP_DAYS', '0'],
    ['STOA_REGION', 'mars-north-1'],
    ['STOA_REGION', '91,0'],
    ['STOA_PLAN_LIMITS', 'two'],
    ['STOA_STORAGE_LIMIT_GB', '0'],
    ['STOA_PROJECT_MEMORY_GB', '0.1'],
    ['STOA_EDITOR_CDN_URL', 'https://cdn.example/vs; script-src *'],
    ['STOA_EDITOR_CDN_URL', 'https://cdn.example/"><script>'],
    ['STOA_EDITOR_CDN_URL', '/vs'],
    ['STOA_NPM_REGISTRY_URL', 'https://ada:secret@npm.example/'],
    ['STOA_JSR_REGISTRY_URL', 'https://jsr.example/?token=1'],
    ['STOA_SUPPORT_EMAIL', 'nobody'],
    ['STOA_STATUS_PAGE_URL', 'javascript:alert(1)'],
    ['STOA_TELEMETRY', 'perhaps'],
    ['STOA_ALLOW_PRIVATE_ADDRESSES', 'yes'],
  ])('refuses %s=%s and names the variable', (name, value) => {
    expect(() => readConfig({ [name]: value }, '/checkout')).toThrow(name)
  })
})

it('finds variables that look like settings but are none', () => {
  const env = { STOA_PORT: '8000', STOA_PROJECT_PORT: '8001', PATH: '/bin' }
  expect(unknownSettings(env)).toEqual(['STOA_PROJECT_PORT'])
})

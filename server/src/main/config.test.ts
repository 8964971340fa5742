import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

describe('the settings of the environment', () => {
  it('leave out every link, feed and collector that is not named', () => {
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

  it('name them', () => {
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
  it('list the features that are switched off', () => {
    const config = readConfig({ STOA_DISABLED_FEATURES: 'a:b, c ,,d' }, '/checkout')
    expect(config.disabledFeatures).toEqual(['a:b', 'c', 'd'])
  })

  // SPEC: "Code editor loads from a CDN on the platform"
  it('has the code editor at a CDN on a platform only', () => {
    const STOA_EDITOR_CDN_URL = 'https://cdn.example/monaco@0.52.2/min/vs/'
    const editorUrlOf = (env: NodeJS.ProcessEnv) => readConfig(env, '/checkout').editorUrl
    expect(editorUrlOf({ STOA_EDITOR_CDN_URL })).toBe('https://cdn.example/monaco@0.52.2/min/vs')
    expect(editorUrlOf({ STOA_EDITOR_CDN_URL, STOA_MODE: 'self-hosted' })).toBeUndefined()
    expect(editorUrlOf({})).toBeUndefined()
  })

  it.each([
    ['STOA_EDITOR_CDN_URL', 'https://cdn.example/vs; script-src *'],
    ['STOA_EDITOR_CDN_URL', 'https://cdn.example/"><script>'],
    ['STOA_EDITOR_CDN_URL', '/vs'],
    ['STOA_SUPPORT_EMAIL', 'nobody'],
    ['STOA_STATUS_PAGE_URL', 'javascript:alert(1)'],
    ['STOA_TELEMETRY', 'perhaps'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(() => readConfig({ [name]: value }, '/checkout')).toThrow(name)
  })
})

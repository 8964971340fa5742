import { FeatureName } from '@stoa/contract/platform/features'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  OPERATOR_TOKEN,
  STRONG_PASSWORD,
  type TestPerson,
  type TestPlatform,
} from '../../test/platform.ts'

let test: TestPlatform
let app: FastifyInstance
let owner: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  app = (await test.restart({ disabledFeatures: FeatureName.options })).app
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
})
afterAll(() => test.stop())

const notifications = '/platform/notifications'
const tickets = '/platform/support/tickets'
const doors = (): Readonly<Record<FeatureName, readonly string[]>> => ({
  'organizations:create': ['POST /platform/organizations'],
  'organizations:delete': [`DELETE /platform/organizations/${slug}`],
  'members:invite': [`POST /platform/organizations/${slug}/invitations`],
  'projects:create': ['POST /platform/projects'],
  'projects:pause': ['pause', 'resume', 'restart', 'retry'].map(
    (command) => `POST /platform/projects/${ref}/${command}`,
  ),
  'projects:delete': [`DELETE /platform/projects/${ref}`],
  'billing:invoices': [
    `GET /platform/organizations/${slug}/invoices`,
    'GET /platform/stripe/invoices/overdue',
  ],
  notifications: [
    `GET ${notifications}`,
    `PATCH ${notifications}`,
    `POST ${notifications}/archive-all`,
  ],
  support: [`POST ${tickets}`, `GET ${tickets}`],
  permissions: ['GET /platform/profile/permissions'],
})

async function ask(door: string, token: string) {
  const [method = '', url = ''] = door.split(' ')
  const answer = await app.inject({
    // A method that only the test uses; the router refuses methods it does not know.
    method: method as 'GET',
    url,
    headers: { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && {
      payload: { organization_slug: slug, name: 'Shop', db_pass: STRONG_PASSWORD },
    }),
  })
  return { status: answer.statusCode, ...answer.json<{ code: string; details: unknown }>() }
}

describe('a disabled feature', () => {
  it.each(FeatureName.options)(
    '%s is refused to its owner and to the operator',
    async (feature) => {
      for (const door of doors()[feature])
        for (const token of [owner.token, OPERATOR_TOKEN])
          expect({ door, ...(await ask(door, token)) }).toMatchObject({
            status: 403,
            code: 'feature_disabled',
            details: { feature },
          })
    },
  )

  it('is in nobody’s abilities and capabilities', async () => {
    const headers = { authorization: `Bearer ${owner.token}` }
    const organization = await app.inject({ url: `/platform/organizations/${slug}`, headers })
    expect(organization.json<{ abilities: string[] }>().abilities).not.toEqual(
      expect.arrayContaining(['member:invite']),
    )
    const project = await app.inject({ url: `/platform/projects/${ref}`, headers })
    const { abilities } = project.json<{ abilities: string[] }>()
    for (const gone of ['project:pause', 'project:delete', 'project:create', 'invoice:read'])
      expect(abilities).not.toContain(gone)
    expect(abilities).toContain('project:update')
    const profile = await app.inject({ url: '/platform/profile', headers })
    expect(profile.json()).toMatchObject({
      disabled_features: FeatureName.options,
      capabilities: ['organizations:list', 'members:manage', 'mailbox:read', 'billing:read'],
    })
  })
})

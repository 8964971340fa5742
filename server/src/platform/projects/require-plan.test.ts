import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let ref: string

beforeAll(async () => {
  test = await createTestPlatform()
  const owner = await test.person('owner')
  const created = await test.call({
    method: 'POST',
    url: '/platform/organizations',
    as: owner,
    body: { name: 'Acme' },
  })
  const { slug } = created.json<{ slug: string }>()
  ref = await test.project(owner, slug, 'shop')
})
afterAll(() => test.stop())

it('refuses a feature of a larger plan only if the limits of plans are enforced', async () => {
  await expect(test.platform.requirePlan(ref, 'branching')).resolves.toBeUndefined()
  const { platform } = await test.restart({ planLimits: true })
  await expect(platform.requirePlan(ref, 'branching')).rejects.toMatchObject({
    code: 'plan_too_small',
    status: 402,
    message: 'Branching needs the Pro plan or a larger one.',
  })
  await test.control.database
    .as('supabase_admin')
    .run(sql`update platform.organizations set plan = 'team'`)
  await expect(platform.requirePlan(ref, 'branching')).resolves.toBeUndefined()
})

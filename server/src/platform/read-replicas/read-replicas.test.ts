import type { ReadReplica } from '@stoa/contract/platform/read-replicas'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
})
afterAll(() => test.stop())

const replicasUrl = () => `/platform/projects/${ref}/read-replicas`
const list = async (as: TestPerson) =>
  (await test.call({ method: 'GET', url: replicasUrl(), as })).json<ReadReplica[]>()
const manage = (verb: 'remove' | 'setup', body: object) =>
  test.call({ method: 'POST', url: `/v1/projects/${ref}/read-replicas/${verb}`, as: owner, body })

it('is added and removed by managers, seen by everybody, and addressed by its identifier', async () => {
  const reader = await test.memberOf(slug, 'read_only')
  const developer = await test.memberOf(slug, 'developer')
  const refused = await test.call({ method: 'POST', url: replicasUrl(), as: developer })
  expect(refused.statusCode).toBe(403)
  const added = await test.call({ method: 'POST', url: replicasUrl(), as: owner })
  expect(added.statusCode).toBe(201)
  const { identifier, state, connection_string } = added.json<ReadReplica>()
  expect(state).toBe('building')
  expect(connection_string).toContain(`postgres.${identifier}:[YOUR-PASSWORD]@`)
  expect(await list(reader)).toMatchObject([
    { identifier, database_user: `postgres.${identifier}` },
  ])
  const url = `${replicasUrl()}/${identifier}`
  expect((await test.call({ method: 'DELETE', url, as: developer })).statusCode).toBe(403)
  expect((await test.call({ method: 'DELETE', url, as: owner })).statusCode).toBe(202)
  expect((await test.call({ method: 'DELETE', url, as: owner })).json()).toMatchObject({
    code: 'replica_not_found',
  })
  const audited = await test.control.database
    .as('supabase_admin')
    .many(
      sql`select action, target from platform.audit_log where action like 'replica.%' order by id`,
      z.object({ action: z.string(), target: z.string() }),
    )
  expect(audited).toEqual([
    { action: 'replica.add', target: identifier },
    { action: 'replica.remove', target: identifier },
  ])
})

it('is set up and removed with the Management API, in the region of the installation', async () => {
  const elsewhere = await manage('setup', { read_replica_region: 'ap-south-1' })
  expect(elsewhere.statusCode).toBe(400)
  expect(elsewhere.json()).toMatchObject({ code: 'unknown_region', hint: 'Use local.' })
  expect((await manage('setup', { read_replica_region: 'local' })).statusCode).toBe(201)
  const [replica] = await list(owner)
  const pooler = await test.call({
    method: 'GET',
    url: `/v1/projects/${ref}/config/database/pooler`,
    as: owner,
  })
  expect(pooler.json()).toMatchObject([
    { identifier: ref, database_type: 'PRIMARY' },
    { identifier: replica?.identifier, database_type: 'READ_REPLICA' },
  ])
  const body = { database_identifier: replica?.identifier }
  expect((await manage('remove', body)).statusCode).toBe(201)
  expect((await manage('remove', body)).json()).toMatchObject({ code: 'replica_not_found' })
})

it('needs a larger plan where the limits of plans are enforced', async () => {
  const { app } = await test.restart({ planLimits: true })
  const answer = await app.inject({
    method: 'POST',
    url: replicasUrl(),
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([402, 'plan_too_small'])
})

import type { ProjectDetail } from '@stoa/contract/platform/projects'
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

const clone = (body: object = {}, as = owner) =>
  test.call({
    method: 'POST',
    url: `/platform/projects/${ref}/clone`,
    as,
    body: { organization_slug: slug, name: 'Copy', db_pass: 'correct horse 9 battery', ...body },
  })
const codeOf = (answer: Awaited<ReturnType<typeof clone>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]
const audited = (of: string) =>
  test.control.database
    .as('supabase_admin')
    .many(
      sql`select action, organization_slug from platform.audit_log where project_ref = ${of} order by id`,
      z.object({ action: z.string(), organization_slug: z.string() }),
    )

it('creates an independent project of another organization, and both know of it', async () => {
  const other = await test.organization(owner, 'Other')
  const answer = await clone({ organization_slug: other, content: 'schema' })
  expect(answer.statusCode).toBe(201)
  const created = answer.json<ProjectDetail>()
  expect(created).toMatchObject({
    name: 'Copy',
    organization_slug: other,
    parent_project_ref: null,
    status: 'COMING_UP',
  })
  expect(test.fleet.originOf(created.ref)).toEqual({ kind: 'copy', ref, content: 'schema' })
  expect(await audited(created.ref)).toEqual([
    { action: 'project.create', organization_slug: other },
  ])
  expect((await audited(ref)).at(-1)).toEqual({ action: 'project.clone', organization_slug: slug })
})

it('needs the permission to create projects in both organizations', async () => {
  const stranger = await test.person('stranger')
  const elsewhere = await test.organization(stranger)
  const developer = await test.memberOf(slug, 'developer')
  expect(codeOf(await clone({}, developer))).toEqual([403, 'forbidden'])
  expect(codeOf(await clone({ organization_slug: elsewhere }))).toEqual([
    404,
    'organization_not_found',
  ])
  expect(codeOf(await clone({ organization_slug: elsewhere }, stranger))).toEqual([
    404,
    'project_not_found',
  ])
})

it('is refused for a project without data, and without rules for anonymized data', async () => {
  expect(codeOf(await clone({ content: 'anonymized' }))).toEqual([409, 'no_anonymize_rules'])
  test.fleet.become(ref, { status: 'COMING_UP' })
  expect(codeOf(await clone())).toEqual([409, 'branch_source_not_ready'])
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
})

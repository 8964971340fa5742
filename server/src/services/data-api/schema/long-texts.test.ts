import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createTestApp, type TestApp } from '../../../../test/data-api/app.ts'

let test: TestProject
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  await test.run(`
    create table noted (id int primary key, body text default '${'d'.repeat(50_000)}');
    comment on table noted is '${'t'.repeat(500_000)}';
    comment on column noted.body is '${'ü'.repeat(500_000)}';
    create view noted_view as select id, '${'v'.repeat(300_000)}' as pad from noted;
    insert into noted (id) values (1);
    alter role service_role set application_name = '${'a'.repeat(500_000)}';
    alter role authenticator set pgrst.db_root_spec = '${'p'.repeat(500_000)}';
  `)
  api = await createTestApp(test.project)
})
afterAll(async () => {
  await api.service.stop?.(test.project)
  await api.app.close()
  await test.stop()
})

const ask = (path: string) =>
  api.app.inject({
    url: `/rest/v1/${path}`,
    headers: { authorization: `Bearer ${api.token('service_role')}` },
  })

it('describes tables in 10,000 characters even if their comments are longer', async () => {
  const response = await ask('')
  expect(response.statusCode).toBe(200)
  const { noted } = response.json().definitions
  expect(noted.description).toHaveLength(10_000)
  expect(noted.properties.body.description).toBe('ü'.repeat(10_000))
  expect(response.body.length).toBeLessThan(200_000)
})

it('serves tables and views with long defaults and definitions', async () => {
  expect((await ask('noted?select=id')).json()).toEqual([{ id: 1 }])
  expect((await ask('noted_view?select=id')).json()).toEqual([{ id: 1 }])
})

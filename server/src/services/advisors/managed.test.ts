import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { createAdvisorsApp, type AdvisorsApp } from '../../../test/advisors/app.ts'

let advisors: AdvisorsApp

beforeAll(async () => {
  advisors = await createAdvisorsApp()
  await advisors.test.run(`
    create table public.parents (id int primary key);
    create table public.todos (id int, parent int references public.parents);
    create view public.all_todos as select * from public.todos;`)
})
afterAll(() => advisors.stop())

type Lint = { readonly name: string; readonly cache_key: string }
const read = async (path: string): Promise<Lint[]> =>
  (await advisors.call('GET', `/v1/projects/{ref}/advisors/${path}`)).body.lints

/** A lint in the reference of the Management API, without its list of names, which has grown. */
const ReferenceLint = z.strictObject({
  name: z.string(),
  title: z.string(),
  level: z.enum(['ERROR', 'WARN', 'INFO']),
  facing: z.enum(['EXTERNAL']),
  categories: z.array(z.enum(['PERFORMANCE', 'SECURITY'])),
  description: z.string(),
  detail: z.string(),
  remediation: z.string(),
  metadata: z
    .strictObject({
      schema: z.string().optional(),
      name: z.string().optional(),
      entity: z.string().optional(),
      type: z.enum(['table', 'view', 'auth', 'function', 'extension', 'compliance']).optional(),
      fkey_name: z.string().optional(),
      fkey_columns: z.array(z.number()).optional(),
    })
    .optional(),
  cache_key: z.string(),
})

it('returns lints in the shape of the Management API', async () => {
  const lints = [...(await read('security')), ...(await read('performance'))]
  expect(lints.length).toBeGreaterThan(5)
  expect(z.array(ReferenceLint).parse(lints)).toEqual(lints)
  expect(lints.find(({ name }) => name === 'unindexed_foreign_keys')).toMatchObject({
    categories: ['PERFORMANCE'],
    remediation: `https://stoa.example.com/project/${advisors.test.project.ref}/advisors/rules/performance?rule=unindexed_foreign_keys`,
    metadata: {
      schema: 'public',
      name: 'todos',
      entity: 'public.todos',
      type: 'table',
      fkey_name: 'todos_parent_fkey',
      fkey_columns: [2],
    },
  })
})

it('leaves out settings for lint_type=sql, and other categories', async () => {
  const names = async (path: string) => (await read(path)).map(({ name }) => name)
  expect(await names('security')).toContain('auth_leaked_password_protection')
  const sql = await names('security?lint_type=sql')
  expect(sql).toContain('security_definer_view')
  expect(sql).not.toContain('auth_leaked_password_protection')
  expect(sql).not.toContain('unindexed_foreign_keys')
})

it('leaves out ignored findings', async () => {
  const [{ name: rule, cache_key }] = (await read('performance')) as [Lint]
  await advisors.call('POST', '/platform/advisors/{ref}/ignored', { rule, cache_key, reason: 'x' })
  expect((await read('performance')).map((lint) => lint.cache_key)).not.toContain(cache_key)
})

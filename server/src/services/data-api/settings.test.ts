import { readFile } from 'node:fs/promises'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { ProjectSettings } from '../../fleet/settings.ts'
import { renderError } from './response/errors.ts'
import { createTestApp, type TestApp } from './test-app.ts'

let test: TestProject
let settings: ProjectSettings
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  for (const file of ['test-schema.sql', 'test-schema-more.sql'])
    await test.run(await readFile(new URL(file, import.meta.url), 'utf8'))
  settings = ProjectSettings.parse({})
  api = await createTestApp({
    ...test.project,
    get settings() {
      return settings
    },
  })
})
afterAll(async () => {
  await api.service.stop?.(api.project)
  await api.app.close()
  await test.stop()
})

function set(data_api: Partial<ProjectSettings['data_api']>) {
  settings = ProjectSettings.parse({ data_api })
}

const ask = (url: string, method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET') =>
  api.app.inject({
    method,
    url: `/rest/v1${url}`,
    headers: { authorization: `Bearer ${api.token('anon')}` },
  })

describe('a data API that is switched off', () => {
  it('refuses every request, and serves again as soon as it is switched on', async () => {
    expect((await ask('/genres')).statusCode).toBe(200)
    set({ enabled: false })
    for (const url of ['/', '/genres', '/nowhere', '/rpc/hello', '/rpc/nothing', '/a/b/c']) {
      const refused = await ask(url)
      expect([url, refused.statusCode, refused.json<unknown>()]).toEqual([
        url,
        403,
        {
          code: 'data_api_disabled',
          message: 'The Data API of this project is switched off.',
          details: null,
          hint: 'A member of the project can switch it on in its settings, under Data API.',
        },
      ])
    }
    for (const method of ['HEAD', 'POST', 'OPTIONS'] as const)
      expect((await ask('/genres', method)).statusCode).toBe(403)
    set({ enabled: true })
    expect((await ask('/genres')).statusCode).toBe(200)
  })
})

describe('the document at the root', () => {
  const Document = z.object({ paths: z.record(z.string(), z.unknown()) })

  it('shows no more than the caller may use, unless privileges are ignored', async () => {
    set({ openapi_mode: 'follow-privileges' })
    expect(Document.parse((await ask('/')).json()).paths).not.toHaveProperty('/secrets')
    set({ openapi_mode: 'ignore-privileges' })
    expect(Document.parse((await ask('/')).json()).paths).toHaveProperty('/secrets')
  })

  it('is not there where it is disabled, while everything else is', async () => {
    set({ openapi_mode: 'disabled' })
    const response = await ask('/')
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({
      code: 'PGRST126',
      message: 'Root endpoint metadata is disabled',
      details: null,
      hint: null,
    })
    expect((await ask('/', 'HEAD')).statusCode).toBe(404)
    expect((await ask('/genres')).statusCode).toBe(200)
  })
})

describe('SQLSTATE 21000', () => {
  const answer = (fields: { readonly routine: string; readonly message: string }) => {
    const error = new DatabaseError(fields.message, 0, 'error')
    return renderError(
      Object.assign(error, { code: '21000', severity: 'ERROR', routine: fields.routine }),
      'anon',
    )
  }

  it('is the request’s fault where pg-safeupdate misses a filter, in any language', () => {
    expect(
      answer({ routine: 'delete_needs_where_check', message: 'DELETE requires a WHERE clause' }),
    ).toMatchObject({ status: 400 })
    expect(
      answer({ routine: 'delete_needs_where_check', message: 'DELETE braucht ein WHERE' }),
    ).toMatchObject({ status: 400 })
  })

  it('is a fault of the statement otherwise, whatever its text says', () => {
    expect(
      answer({ routine: 'ExecSetParamPlan', message: 'this requires a WHERE clause' }),
    ).toMatchObject({ status: 500 })
  })
})

import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { addSchema } from '../../../test/data-api/add-schema.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import type { DataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createSettings, type Settings } from '../../project/settings.ts'
import { renderError } from './response/errors.ts'
import { createTestApp, type TestApp } from '../../../test/data-api/app.ts'

let test: TestProject
let settings: Settings
let api: TestApp

beforeAll(async () => {
  test = await createTestProject()
  await addSchema(test)
  settings = createSettings({})
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

function set(data_api: Partial<DataApiSettings>) {
  settings = createSettings({ data_api })
}

const ask = (url: string, method: 'GET' | 'HEAD' | 'POST' | 'OPTIONS' = 'GET') =>
  api.app.inject({
    method,
    url: `/rest/v1${url}`,
    headers: { authorization: `Bearer ${api.token('anon')}` },
  })

describe('a data API that is switched off', () => {
  it('rejects every request until it is switched on again', async () => {
    expect((await ask('/genres')).statusCode).toBe(200)
    set({ enabled: false })
    for (const url of ['/', '/genres', '/nowhere', '/rpc/hello', '/rpc/nothing', '/a/b/c']) {
      const refused = await ask(url)
      expect([url, refused.statusCode, refused.json<unknown>()]).toEqual([
        url,
        403,
        {
          code: 'data_api_disabled',
          message: 'The Data API of this project is disabled.',
          details: null,
          hint: 'A member of the project can enable it under Settings → Data API.',
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

  it('shows only what the caller may use, unless privileges are ignored', async () => {
    set({ openapi_mode: 'follow-privileges' })
    expect(Document.parse((await ask('/')).json()).paths).not.toHaveProperty('/secrets')
    set({ openapi_mode: 'ignore-privileges' })
    expect(Document.parse((await ask('/')).json()).paths).toHaveProperty('/secrets')
  })

  it('returns 404 when it is disabled, while tables still work', async () => {
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

describe('settings of the database itself', () => {
  const alter = (change: string) => test.run(`alter role authenticator ${change}`)
  /** A request for an unknown name waits for all earlier notifications. */
  const reload = async () => {
    await test.run("notify pgrst, 'reload config'")
    await ask('/nothing_of_this_name')
  }

  it('override the project’s settings after a notification, until they are reset', async () => {
    set({ max_rows: 2 })
    await ask('/genres')
    await alter("set pgrst.db_aggregates_enabled = 'true'")
    await alter("in database postgres set pgrst.db_max_rows = '1'")
    await alter("set pgrst.db_max_rows = '3'")
    expect((await ask('/genres?select=count()')).json()).toMatchObject({ code: 'PGRST123' })
    await reload()
    expect((await ask('/genres?select=count()')).json()).toEqual([{ count: 2 }])
    expect((await ask('/genres')).json()).toHaveLength(1)
    await alter('reset pgrst.db_aggregates_enabled')
    await alter('in database postgres reset all')
    await alter('reset pgrst.db_max_rows')
    await reload()
    expect((await ask('/genres?select=count()')).json()).toMatchObject({ code: 'PGRST123' })
    expect((await ask('/genres')).json()).toHaveLength(2)
  })

  it('can expose other schemas and change the root and the timing header', async () => {
    await alter("set pgrst.db_schemas = 'other, public'")
    await alter("set pgrst.openapi_mode = 'disabled'")
    await alter("set pgrst.server_timing_enabled = 'true'")
    await reload()
    const other = await ask('/genres')
    expect(other.json()).toMatchObject({ code: 'PGRST205', message: /'other.genres'/ })
    expect((await ask('/')).statusCode).toBe(404)
    await alter('reset all')
    await reload()
    expect((await ask('/genres')).statusCode).toBe(200)
    expect((await ask('/')).statusCode).toBe(200)
  })

  it('can serve the root from a function and describe tokens in the document', async () => {
    set({})
    await test.run(`
      create function public.welcome() returns json stable
        return json_build_object('path', current_setting('request.path'))`)
    await alter("set pgrst.openapi_security_active = 'true'")
    await reload()
    expect((await ask('/')).json()).toMatchObject({
      securityDefinitions: { JWT: { type: 'apiKey', name: 'Authorization', in: 'header' } },
      security: [{ JWT: [] }],
    })
    await alter("set pgrst.db_root_spec = 'public.welcome'")
    await reload()
    expect((await ask('/')).json()).toEqual({ path: '/' })
    expect((await ask('/', 'POST')).json()).toEqual({ path: '/' })
    expect((await ask('/', 'OPTIONS')).headers.allow).toBe('OPTIONS,GET,HEAD,POST')
    await alter('reset all')
    await test.run('drop function public.welcome()')
    await reload()
    const { statusCode, headers } = await ask('/', 'OPTIONS')
    expect([statusCode, headers.allow]).toEqual([200, 'OPTIONS,GET,HEAD'])
    expect((await ask('/')).json()).not.toHaveProperty('security')
    expect((await ask('/', 'POST')).json()).toMatchObject({ code: 'PGRST117' })
  })

  it('are limited to the known settings', async () => {
    await expect(test.run("alter role authenticator set pgrst.jwt_secret = 'x'")).rejects.toThrow(
      'permission denied to set parameter "pgrst.jwt_secret"',
    )
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

  it('returns 400 when pg-safeupdate misses a filter, in any language', () => {
    expect(
      answer({ routine: 'delete_needs_where_check', message: 'DELETE requires a WHERE clause' }),
    ).toMatchObject({ status: 400 })
    expect(
      answer({ routine: 'delete_needs_where_check', message: 'DELETE braucht ein WHERE' }),
    ).toMatchObject({ status: 400 })
  })

  it('returns 500 otherwise', () => {
    const message = 'more than one row returned by a subquery used as an expression'
    expect(answer({ routine: 'ExecSetParamPlan', message })).toMatchObject({ status: 500 })
  })
})

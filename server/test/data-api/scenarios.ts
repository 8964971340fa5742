import { expect, it } from 'vitest'
import type { TestApp } from './app.ts'

export type Scenario = {
  readonly ask: string
  /** The role of the request; `ada` and `bob` are signed in. */
  readonly as?: 'anon' | 'service_role' | 'ada' | 'bob'
  readonly headers?: Readonly<Record<string, string>>
  readonly prefer?: string
  readonly body?: unknown
  readonly status: number
  /** The whole body as JSON. */
  readonly answer?: unknown
  /** Text in the body. */
  readonly contains?: string
  readonly code?: string
  readonly sent?: Readonly<Record<string, string | undefined>>
}

/** Declares a test for each request and its expected response. */
export function createScenarios(api: () => TestApp) {
  async function ask({ ask: line, as = 'anon', headers, prefer, body }: Omit<Scenario, 'status'>) {
    const [method = ''] = line.split(' ', 1)
    const isPerson = as === 'ada' || as === 'bob'
    const token = isPerson ? api().token('authenticated', { sub: as }) : api().token(as)
    return api().app.inject({
      method: method as 'GET',
      url: `/rest/v1${line.slice(method.length + 1)}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(prefer !== undefined && { prefer }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    })
  }

  function scenarios(list: Readonly<Record<string, Scenario>>) {
    it.each(Object.entries(list))('%s', async (_sentence, scenario) => {
      const response = await ask(scenario)
      const { status, code, answer, contains, sent = {} } = scenario
      const seen = {
        status: response.statusCode,
        ...(code !== undefined && { code: response.json<{ code: unknown }>().code }),
        ...(answer !== undefined && { answer: response.json<unknown>() }),
        sent: Object.fromEntries(Object.keys(sent).map((name) => [name, response.headers[name]])),
      }
      expect({ ...seen, body: response.body }).toEqual({
        status,
        body: response.body,
        ...(code !== undefined && { code }),
        ...(answer !== undefined && { answer }),
        sent,
      })
      expect(response.body).toContain(contains ?? '')
    })
  }

  return { ask, scenarios }
}

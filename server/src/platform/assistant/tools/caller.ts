import { Readable } from 'node:stream'
import { CONNECTION_HANDLE } from '@stoa/contract/platform/connection-handle'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Context } from '../../context.ts'
import type { ToolCaller } from './tool.ts'

/** The headers by which the gateway knows the person and the site. */
const PASSED = ['authorization', 'cookie', 'host', 'user-agent', 'x-forwarded-proto'] as const

const Failure = z.object({ code: z.string(), message: z.string(), hint: z.string().optional() })

/**
 * Sends the calls of tools through the doors of this server, as the sender of a request. So the same
 * table of permissions, limits and audit log apply to them as to the person's own requests.
 */
export function createCaller(
  { connectionHandles }: Pick<Context, 'connectionHandles'>,
  request: FastifyRequest,
  ref: string,
): ToolCaller {
  const { member } = request
  const headers = {
    ...Object.fromEntries(
      PASSED.flatMap((name) => {
        const value = request.headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      }),
    ),
    ...(member.kind === 'person' && {
      [CONNECTION_HANDLE]: connectionHandles.issue(ref, member.userId),
    }),
  }
  return {
    async call(endpoint, { params = {}, query = {}, body }) {
      const response = await request.server.inject({
        method: endpoint.method,
        url: urlOf(endpoint.path, { ...params, ref }, query),
        remoteAddress: request.ip,
        ...(body === undefined
          ? { headers }
          : {
              headers: { ...headers, 'content-type': 'application/json' },
              // The doors wait for bodies of a known length, which arrive only on real connections.
              payload: Readable.from([JSON.stringify(body)]),
            }),
      })
      const value: unknown = parsed(response.payload)
      if (response.statusCode >= 400) throw refusal(response.statusCode, value)
      return z.parse(endpoint.response, value)
    },
  }
}

function urlOf(path: string, params: object, query: object): string {
  const values = new Map(Object.entries(params))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) =>
    encodeURIComponent(String(values.get(name) ?? '')),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) search.set(name, String(value))
  return search.size === 0 ? filled : `${filled}?${search.toString()}`
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refused call, whose message a model can read. */
class RefusedCall extends Error {}

function refusal(status: number, value: unknown): RefusedCall {
  const failure = Failure.safeParse(value).data
  if (!failure) return new RefusedCall(`The request failed with status ${status}.`)
  const { code, message, hint = '' } = failure
  return new RefusedCall(`${code}: ${message} ${hint}`.trim())
}

import type { z } from 'zod'
import type { Permission } from './platform/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * What a caller must hold before an operation runs.
 * - `public`: nobody is asked.
 * - `anyone`: nobody is refused, but a caller who is signed in is known.
 * - `signed-in`: any account of the installation.
 * - `operator`: an operator of the installation.
 * - a `Permission`: decided for the organization named by the path's `{slug}`, or for the one that
 *   owns the project named by its `{ref}`.
 */
export type Access = 'public' | 'anyone' | 'signed-in' | 'operator' | Permission

/** One HTTP operation of the platform: the server implements it, the dashboard calls it, nobody restates it. */
export type Endpoint<Params = unknown, Query = unknown, Body = unknown, Response = unknown> = {
  readonly method: Method
  /** Path with `{name}` placeholders, each of which is a key of `params`. */
  readonly path: `/${string}`
  readonly access: Access
  readonly params?: z.ZodType<Params>
  readonly query?: z.ZodType<Query>
  readonly body?: z.ZodType<Body>
  /** Bytes of the largest body taken, where that is less than the gateway's own limit; beyond it 413 `body_too_large`. */
  readonly maxBodyBytes?: number
  readonly response: z.ZodType<Response>
  /** HTTP status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204
}

export function endpoint<
  Params = Record<never, never>,
  Query = Record<never, never>,
  Body = undefined,
  Response = unknown,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition
}

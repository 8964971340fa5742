import type { z } from 'zod'
import type { Permission } from './platform/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who can call an operation.
 * - `public`: everyone; authentication is not checked.
 * - `anyone`: everyone; if the caller is signed in, the operation gets their account.
 * - `signed-in`: any account of the installation.
 * - `operator`: an operator of the installation.
 * - a `Permission`: an account with this permission in the organization that the path's `{slug}`
 *   names or that owns the project its `{ref}` names.
 */
export type Access = 'public' | 'anyone' | 'signed-in' | 'operator' | Permission

/**
 * The parts of an endpoint with which a client calls it. They have no schemas, so that a browser
 * can call the platform before it loads zod.
 */
export type Operation<Params = unknown, Query = unknown, Body = unknown, Response = unknown> = {
  readonly method: Method
  /** Path with `{name}` placeholders, each of which is a key of `params`. */
  readonly path: `/${string}`
  readonly access: Access
  /** Only for the compiler; no operation has this value. */
  readonly types?: {
    readonly params: Params
    readonly query: Query
    readonly body: Body
    readonly response: Response
  }
}

/** The only definition of a platform operation, for the server and the dashboard. */
export type Endpoint<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  Response = unknown,
> = Operation<Params, Query, Body, Response> & {
  readonly params?: z.core.$ZodType<Params>
  readonly query?: z.core.$ZodType<Query>
  readonly body?: z.core.$ZodType<Body>
  /** Maximum body size in bytes, 1 MB when absent; larger gets 413 `body_too_large`. */
  readonly maxBodyBytes?: number
  readonly response: z.core.$ZodType<Response>
  /** HTTP status of success; 200 when absent. */
  readonly status?: 200 | 201 | 202 | 204
}

/** The operation of an endpoint, or the operations of an object that has endpoints, and its name. */
export type OperationsOf<Source> =
  Source extends Endpoint<infer Params, infer Query, infer Body, infer Response>
    ? Operation<Params, Query, Body, Response>
    : {
        readonly [
          Name in keyof Source as Source[Name] extends Endpoint | string ? Name : never
        ]: Source[Name] extends string ? string : OperationsOf<Source[Name]>
      }

/** The body that an operation accepts. */
export type BodyOf<Called> =
  Called extends Operation<infer _Params, infer _Query, infer Body, infer _Response> ? Body : never

/** The data with which an operation responds. */
export type ResponseOf<Called> =
  Called extends Operation<infer _Params, infer _Query, infer _Body, infer Response>
    ? Response
    : never

/** Leaves room for ten megabytes of text with JSON escapes. */
export const LARGE_BODY_BYTES = 24 * 1024 * 1024

export function endpoint<
  Params = Record<never, never>,
  Query = Record<never, never>,
  Body = undefined,
  Response = unknown,
>(definition: Endpoint<Params, Query, Body, Response>): Endpoint<Params, Query, Body, Response> {
  return definition
}

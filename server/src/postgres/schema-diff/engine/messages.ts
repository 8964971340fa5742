import { z } from 'zod'

/**
 * The states that a thread knows: the two databases, a snapshot of the state that both come from, and
 * the state that the target should have.
 */
export const Side = z.enum(['source', 'target', 'base', 'wanted'])
export type Side = z.infer<typeof Side>

/** The task of a thread. */
export type EngineTask = {
  /** The schemas that belong to the platform, which are never changed. */
  readonly ignoredSchemas: readonly string[]
}

/** A call to the thread. */
export type EngineCall =
  | { readonly kind: 'read'; readonly side: 'source' | 'target' }
  | { readonly kind: 'load'; readonly snapshot: string }
  | { readonly kind: 'snapshot'; readonly side: Side }
  /** Makes the state that is wanted from the other three. */
  | { readonly kind: 'merge' }
  | { readonly kind: 'plan'; readonly from: Side; readonly to: Side }

/** An object as the engine names it. */
const EngineObject = z.object({
  kind: z.string(),
  schema: z.string().nullable(),
  parent: z.string().nullable(),
  name: z.string(),
})

/** A statement as the engine plans it. */
export const PlannedStatement = z.object({
  sql: z.string(),
  verb: z.enum(['create', 'alter', 'drop']),
  object: EngineObject,
  is_destructive: z.boolean(),
  lock: z.enum([
    'none',
    'share',
    'share_row_exclusive',
    'share_update_exclusive',
    'access_exclusive',
  ]),
  rewrites: z.boolean(),
  /** It runs in a transaction of its own, before the statements that depend on it. */
  commits_first: z.boolean(),
})
export type PlannedStatement = z.infer<typeof PlannedStatement>

/** A message to the thread: a call, or the result of a query that the thread asked for. */
export type ToThread =
  | { readonly kind: 'call'; readonly id: number; readonly call: EngineCall }
  | { readonly kind: 'rows'; readonly id: number; readonly rows: readonly unknown[] }
  | { readonly kind: 'query failed'; readonly id: number; readonly message: string }

/** A message from the thread, which a hostile database could have influenced. */
export const FromThread = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('query'), id: z.int(), side: Side, text: z.string() }),
  z.object({ kind: z.literal('done'), id: z.int(), result: z.unknown() }),
  z.object({ kind: z.literal('failed'), id: z.int(), message: z.string() }),
])
export type FromThread = z.infer<typeof FromThread>

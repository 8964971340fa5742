import { parentPort, workerData } from 'node:worker_threads'
import { deserializeSnapshot, serializeSnapshot, type FactBase } from '@supabase/pg-delta/core'
import { extract } from '@supabase/pg-delta/extract'
import { plan } from '@supabase/pg-delta/plan'
import type { Pool } from 'pg'
import { mendRows } from './mends.ts'
import { mergeFacts } from './merge-facts.ts'
import type { EngineCall, EngineTask, FromThread, Side, ToThread } from './messages.ts'
import { ownersPolicy } from './policy.ts'
import { toStatements } from './to-statements.ts'

// The task comes from the server itself, so it needs no validation.
const { ignoredSchemas } = workerData as EngineTask

const facts = new Map<Side, FactBase>()
const versions = new Map<Side, string>()
const roles = new Set<string>(['PUBLIC'])

/** The thread has no connections: the server runs its queries and sends the rows. */
const waiting = new Map<
  number,
  { resolve: (rows: readonly unknown[]) => void; reject: (error: Error) => void }
>()
let lastQuery = 0

const post = (message: FromThread): void => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window's.
  parentPort?.postMessage(message)
}

const ask = (side: Side, text: string): Promise<readonly unknown[]> =>
  new Promise((resolve, reject) => {
    lastQuery += 1
    waiting.set(lastQuery, { resolve, reject })
    post({ kind: 'query', id: lastQuery, side, text })
  })

parentPort?.on('message', (message: ToThread) => {
  if (message.kind === 'call') return void run(message.id, message.call)
  const query = waiting.get(message.id)
  waiting.delete(message.id)
  if (message.kind === 'rows') query?.resolve(message.rows)
  else query?.reject(new Error(message.message))
})

async function run(id: number, call: EngineCall): Promise<void> {
  try {
    post({ kind: 'done', id, result: await resultOf(call) })
  } catch (error) {
    post({ kind: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

async function resultOf(call: EngineCall): Promise<unknown> {
  switch (call.kind) {
    case 'read':
      return read(call.side)
    case 'load': {
      const { factBase, pgVersion } = deserializeSnapshot(call.snapshot)
      facts.set('base', factBase)
      versions.set('base', pgVersion)
      return null
    }
    case 'snapshot':
      return serializeSnapshot(factsOf(call.side), { pgVersion: versions.get(call.side) ?? '' })
    case 'merge': {
      const [base, source, target] = [factsOf('base'), factsOf('source'), factsOf('target')]
      facts.set('wanted', mergeFacts({ base, source, target }))
      return null
    }
    case 'plan': {
      const { actions } = plan(factsOf(call.from), factsOf(call.to), {
        policy: ownersPolicy(ignoredSchemas),
        scope: 'database',
        defaultOwner: 'postgres',
        assumedSchemas: [...ignoredSchemas],
        assumedRoles: [...roles],
        // A column that was renamed keeps its rows.
        renames: 'auto',
      })
      return toStatements(actions)
    }
  }
}

function factsOf(side: Side): FactBase {
  const known = facts.get(side)
  if (!known) throw new Error(`The side ${side} has not been read`)
  return known
}

async function read(side: 'source' | 'target'): Promise<null> {
  for (const row of await ask(side, 'select rolname from pg_catalog.pg_roles'))
    if (typeof row === 'object' && row !== null && 'rolname' in row) roles.add(String(row.rolname))
  const { factBase, pgVersion } = await extract(poolOver(side))
  facts.set(side, factBase)
  versions.set(side, pgVersion)
  return null
}

/** The transaction is the server's own, so that a trial can be read before it is rolled back. */
const OF_TRANSACTION = /^(?:begin|commit|rollback|set local) ?/i

function poolOver(side: 'source' | 'target'): Pool {
  const client = {
    async query(text: string) {
      if (OF_TRANSACTION.test(text)) return { rows: [] }
      return { rows: mendRows(await ask(side, text)) }
    },
    release: () => {},
  }
  // The engine uses nothing else of a pool.
  return { connect: () => Promise.resolve(client) } as unknown as Pool
}

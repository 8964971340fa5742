import { readFile } from 'node:fs/promises'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { askPlatform } from './platform-api.ts'
import { createProject, discard, startServer, type StartedServer } from './server.ts'

/** The URLs and keys of the project that the conformance scenarios use. */
export type DataApiAddress = {
  readonly url: string
  readonly dataDir: string
  readonly ref: string
  readonly anonKey: string
  readonly serviceKey: string
  readonly jwtSecret: string
}

declare module 'vitest' {
  export interface ProvidedContext {
    dataApi: DataApiAddress
  }
}

/** Starts one server with one project for all test files. Returns a function that removes it. */
export async function setup(vitest: TestProject): Promise<() => Promise<void>> {
  const server = await startServer()
  try {
    vitest.provide('dataApi', await prepare(server))
  } catch (error) {
    await discard(server)
    throw error
  }
  return () => discard(server)
}

async function prepare(server: StartedServer): Promise<DataApiAddress> {
  const project = await createProject(server, 'Harbour')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  try {
    const schema = new URL('../conformance/data-api/schema.sql', import.meta.url)
    await client.query(await readFile(schema, 'utf8'))
    // Some responses contain planner estimates, which depend on these statistics.
    await client.query('analyze')
  } finally {
    await client.end()
  }
  const { ref } = project
  await askPlatform(server, 'PATCH', `/projects/${ref}/config/data-api`, { ...SCENARIO_SETTINGS })
  return {
    url: server.url,
    dataDir: server.dataDir,
    ref,
    anonKey: project.anon_key,
    serviceKey: project.service_role_key,
    jwtSecret: project.jwt_secret,
  }
}

/**
 * The default settings for test files. Every write is rolled back unless it has
 * `Prefer: tx=commit`, so that scenarios don't affect each other.
 */
export const SCENARIO_SETTINGS = {
  exposed_schemas: ['public', 'shop'],
  max_rows: 1000,
  db_aggregates_enabled: true,
  db_plan_enabled: true,
  db_pre_request: '',
  db_tx_end: 'rollback-allow-override',
  server_timing_enabled: false,
} as const

import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { startServer, type ProjectInfo, type StartedServer } from './server.ts'

type Row = { name: string; version: string; size: string; md5: string }

/** Inconsistencies in a project's files: none if every row has its content and vice versa. */
export async function findHalfMade(server: StartedServer, project: ProjectInfo): Promise<string[]> {
  const folder = path.join(server.dataDir, 'files', project.ref, 'storage')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  const { rows } = await client.query<Row>(
    `select name, version, metadata ->> 'size' as size,
            trim(both '"' from metadata ->> 'eTag') as md5 from storage.objects`,
  )
  await client.end()
  const wrong: string[] = []
  const versions = new Set(rows.map(({ version }) => version))
  for (const { name, version, size, md5 } of rows) {
    const file = path.join(folder, 'content', version.slice(0, 2), version)
    const content = await readFile(file).catch(() => undefined)
    if (!content) wrong.push(`${name} has no content`)
    else if (String(content.length) !== size || digest(content) !== md5)
      wrong.push(`${name} has other content than its row says`)
  }
  for (const kind of ['content', 'staging'])
    for (const version of await filesIn(path.join(folder, kind)))
      if (kind === 'staging' || !versions.has(version)) wrong.push(`${kind}/${version} has no row`)
  return wrong
}

const digest = (content: Buffer) => createHash('md5').update(content).digest('hex')

async function filesIn(folder: string): Promise<string[]> {
  const found: string[] = []
  for (const name of await readdir(folder, { recursive: true }).catch(() => []))
    if ((await stat(path.join(folder, name))).isFile()) found.push(path.basename(name))
  return found
}

export type Crash = {
  readonly server: StartedServer
  /** The names of acknowledged uploads, with the digests of their content. */
  readonly acknowledged: ReadonlyMap<string, string>
}

/**
 * Kills the server while clients upload and replace objects, after the given number of uploads, and
 * starts it again.
 */
export async function crashDuringUploads(
  server: StartedServer,
  project: ProjectInfo,
  { round, after }: { readonly round: number; readonly after: number },
): Promise<Crash> {
  const bucket = createClient(project.api_url, project.secret_key).storage.from('crash')
  const acknowledged = new Map<string, string>()
  let done = 0
  let isOver = false
  const { promise: isTime, resolve: kill } = Promise.withResolvers<void>()
  const uploader = async (worker: number) => {
    for (let number = 0; !isOver; number += 1) {
      const content = randomBytes(number % 3 === 0 ? 400_000 : 2000)
      // Some names are uploaded again, so that content is replaced.
      const name = `${round}/${worker}/${number % 5}`
      const previous = acknowledged.get(name)
      acknowledged.delete(name)
      const { error } = await bucket.upload(name, content, { upsert: true })
      if (!error) acknowledged.set(name, digest(content))
      else if (!isOver && previous !== undefined) acknowledged.set(name, previous)
      done += 1
      if (done === after) kill()
    }
  }
  const uploaders = [0, 1, 2, 3].map(uploader)
  await isTime
  isOver = true
  await server.kill('SIGKILL')
  await Promise.all(uploaders)
  return { server: await startAgain(server, project), acknowledged }
}

/** Starts a killed server on its data and its ports. */
export const startAgain = (server: StartedServer, project: ProjectInfo): Promise<StartedServer> =>
  startServer({
    dataDir: server.dataDir,
    env: {
      STOA_PORT: new URL(server.url).port,
      STOA_API_PORT: new URL(project.api_url).port,
      STOA_POSTGRES_PORT: String(server.postgresPort),
    },
  })

/** The acknowledged uploads that are missing or have other content. */
export async function findLost(
  project: ProjectInfo,
  acknowledged: Crash['acknowledged'],
): Promise<string[]> {
  const bucket = createClient(project.api_url, project.secret_key).storage.from('crash')
  const lost: string[] = []
  for (const [name, md5] of acknowledged) {
    const { data } = await bucket.download(name)
    if (!data || digest(Buffer.from(await data.arrayBuffer())) !== md5) lost.push(name)
  }
  return lost
}

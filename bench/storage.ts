import { mkdir, realpath } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { askPlatform } from '../e2e/support/platform-api.ts'
import { createProject, discard, startServer } from '../e2e/support/server.ts'
import { startContender } from './contender.ts'
import { atLeast, atMost, type Finding } from './finding.ts'
import { residentMemory } from './memory.ts'
import { runSql } from './rest-setup.ts'
import { findSocketDir } from './sockets.ts'

const LARGE = Buffer.alloc(100_000_000, 'x')
const SMALL = Buffer.alloc(2000, 'x')
const ROUNDS = 5
const AT_ONCE = 16
const PAGES = 20

/** Measures file storage against a bare handler that writes to the same disk and the same database. */
export async function measureStorage({ isLong }: { isLong: boolean }): Promise<Finding[]> {
  const smallFiles = isLong ? 10_000 : 1000
  const listed = isLong ? 1_000_000 : 100_000
  const server = await startServer()
  const project = await createProject(server, 'Storage')
  // More than a new project accepts.
  await askPlatform(server, 'PATCH', `/projects/${project.ref}/config/storage`, {
    file_size_limit: LARGE.length,
  })
  await runSql(
    project,
    `create table bare_file (name text);
     insert into storage.buckets (id, name) values ('files', 'files'), ('listed', 'listed');
     insert into storage.objects (bucket_id, name)
       select 'listed', 'folder/' || n from generate_series(1, ${listed}) as n;
     analyze storage.objects`,
  )
  const folder = path.join(server.dataDir, 'bare-files')
  await mkdir(folder)
  const bare = await startContender('bare-file-server.ts', {
    FOLDER: folder,
    SOCKET_DIR: await findSocketDir(
      await realpath(path.join(server.dataDir, 'clusters')),
      project.ref,
    ),
    PASSWORD: new URL(project.connection_string).password,
  })
  try {
    const headers = { authorization: `Bearer ${project.service_role_key}` }
    const ours = `${project.api_url}/storage/v1/object/files/`
    const theirs = `${bare.url}/`
    const put = (base: string, name: string, body: Buffer) =>
      send('POST', base + name, headers, body)
    const get = (base: string, name: string) => send('GET', base + name, headers)

    const up: number[] = []
    const down: number[] = []
    // The first upload compiles what the others find compiled.
    for (const base of [ours, theirs]) await put(base, 'first', LARGE)
    for (let round = 0; round < ROUNDS; round += 1) {
      const written = await timed(() => put(ours, `large-${round}`, LARGE))
      up.push((await timed(() => put(theirs, `large-${round}`, LARGE))) / written)
      const read = await timed(() => get(ours, `large-${round}`))
      down.push((await timed(() => get(theirs, `large-${round}`))) / read)
    }
    const many = async (base: string, round: number) => {
      let next = 0
      const work = async () => {
        while (next < smallFiles / ROUNDS) await put(base, `small-${round}-${next++}`, SMALL)
      }
      await Promise.all(Array.from({ length: AT_ONCE }, work))
    }
    const small: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const mine = await timed(() => many(ours, round))
      small.push((await timed(() => many(theirs, round))) / mine)
    }

    const before = await residentMemory(server.pid)
    let most = before
    let isOver = false
    const watching = (async () => {
      while (!isOver) {
        most = Math.max(most, await residentMemory(server.pid))
        await pause(20)
      }
    })()
    const part = LARGE.subarray(0, 10_000_000)
    await Promise.all(Array.from({ length: 50 }, (_, index) => put(ours, `at-once-${index}`, part)))
    isOver = true
    await watching

    const pages: number[] = []
    let cursor: unknown
    for (let page = 0; page < PAGES; page += 1) {
      const asked = { prefix: 'folder/', with_delimiter: true, ...(page > 0 && { cursor }) }
      const started = performance.now()
      const answer = await fetch(`${project.api_url}/storage/v1/object/list-v2/listed`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(asked),
      })
      cursor = ((await answer.json()) as { nextCursor?: string }).nextCursor
      pages.push(performance.now() - started)
    }
    const list = () =>
      fetch(`${project.api_url}/storage/v1/object/list/listed`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ prefix: 'folder', limit: 100, offset: listed * 0.9 }),
      }).then((answer) => answer.json())
    const offsets: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) offsets.push(await timed(list))
    return [
      atLeast('upload of 100 MB, of a bare stream', median(up), 'x', 0.8),
      atLeast('download of 100 MB, of a bare stream', median(down), 'x', 0.8),
      atLeast(`${smallFiles} small files, of a bare handler`, median(small), 'x', 0.7),
      atMost('server growth over 50 uploads of 10 MB at once', most - before, 'MB', 150),
      atMost(`page of 1,000 of ${listed} objects`, median(pages), 'ms', 50),
      atMost(`page at the offset ${listed * 0.9}`, median(offsets), 'ms', listed / 500),
    ]
  } finally {
    await bare.stop()
    await discard(server)
  }
}

const agent = new Agent({ keepAlive: true })

/** Sends and receives as streams, so that the client costs as little as it can. */
const send = (method: string, url: string, headers: Record<string, string>, body?: Buffer) =>
  new Promise<void>((resolve, reject) => {
    const length = body && { 'content-length': body.length, 'content-type': 'text/plain' }
    const sent = request(url, { method, agent, headers: { ...headers, ...length } }, (answer) => {
      answer.resume()
      answer.once('end', () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`${method} ${url} got ${String(answer.statusCode)}`)),
      )
    })
    sent.once('error', reject)
    sent.end(body)
  })

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

import { deflateSync, gzipSync, crc32 } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, expect, inject, it } from 'vitest'
import type { AttackProject } from '../support/attack-world.ts'

/** Files that are small on the disk and large in memory, of one project, beside requests of another. */
const world = inject('attackWorld')
const [victim, other] = world.organizations
const [bomber] = victim.projects
const [neighbor] = other.projects

const BUCKET = 'bombs'
const MEGABYTE = 1024 * 1024

const storage = ({ apiUrl, secretKey }: AttackProject) => createClient(apiUrl, secretKey).storage

beforeAll(async () => {
  const { error } = await storage(bomber).createBucket(BUCKET, { public: true })
  if (error) throw error
})

async function upload(name: string, content: Buffer, contentType: string): Promise<void> {
  const { error } = await storage(bomber).from(BUCKET).upload(name, content, { contentType })
  if (error) throw error
}

type Answer = { readonly status: number; readonly body: Readonly<Record<string, unknown>> }

const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Readonly<Record<string, unknown>>,
})

/** Sends a request while the neighbor's API is used. */
async function besideNeighbor(send: () => Promise<Response>): Promise<Answer> {
  const sent = send().then(answerOf)
  let isOver = false
  void sent.finally(() => {
    isOver = true
  })
  do {
    const beside = await fetch(`${neighbor.apiUrl}/auth/v1/settings`, {
      headers: { apikey: neighbor.publishableKey },
    })
    expect(beside.status).toBe(200)
    await beside.arrayBuffer()
  } while (!isOver)
  return sent
}

/** A chunk of PNG (11.2): length, type, data and checksum. */
function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

/** A black square with one bit for each pixel. */
function hugePng(side: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

it('refuses to transform an image with too many pixels', async () => {
  const image = hugePng(30_000)
  expect(image.length).toBeLessThan(MEGABYTE)
  await upload('huge.png', image, 'image/png')
  const { status, body } = await besideNeighbor(() =>
    fetch(`${bomber.apiUrl}/storage/v1/render/image/public/${BUCKET}/huge.png?width=100`),
  )
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body['message']).toBeTruthy()
})

const CSV = { kind: 'csv', has_header: true, delimiter: ',', null_text: '' }

/** Two gigabytes in several members of gzip, as RFC 1952 allows. */
function gzipBomb(text: string): Buffer {
  const member = gzipSync(text)
  return Buffer.concat(Array.from({ length: 200 }, () => member))
}

it.each([
  [
    'a row without end in two gigabytes of gzip',
    'row.csv.gz',
    () => gzipBomb('a'.repeat(10 * MEGABYTE)),
    CSV,
  ],
  [
    'a quoted field without end',
    'field.csv.gz',
    () => gzipSync(Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(30 * MEGABYTE, 'b')])),
    CSV,
  ],
  [
    'a header with a hundred thousand columns',
    'header.csv.gz',
    () => gzipSync(Buffer.from(`${'a,'.repeat(100_000)}\n`)),
    CSV,
  ],
  [
    'a million nested arrays',
    'nested.json.gz',
    () => gzipSync(Buffer.from('['.repeat(1_000_000))),
    { kind: 'json', path: '' },
  ],
  [
    'a line of JSON without end',
    'line.jsonl.gz',
    () => gzipBomb(`{"a":"${'a'.repeat(10 * MEGABYTE)}`),
    { kind: 'jsonl' },
  ],
  [
    'a Parquet file whose footer is longer than the file',
    'footer.parquet',
    () =>
      Buffer.concat([
        Buffer.from('PAR1'),
        Buffer.alloc(64),
        Buffer.from('ffffff7f50415231', 'hex'),
      ]),
    { kind: 'parquet' },
  ],
])('refuses to load %s', async (_, name, make, format) => {
  await upload(name, make(), 'application/octet-stream')
  const { status, body } = await besideNeighbor(() =>
    fetch(`${world.url}/platform/wrappers/${bomber.ref}/files/preview`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${victim.people.owner.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        place: { kind: 'bucket', bucket: BUCKET, path: name },
        format,
        credential: null,
      }),
    }),
  )
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(body['code']).toEqual(expect.stringMatching(/^[a-z_]+$/))
})

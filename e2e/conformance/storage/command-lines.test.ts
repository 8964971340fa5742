import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { askPlatform } from '../../support/platform-api.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'

const Key = z.object({ id: z.string(), secret: z.string() })

let server: StartedServer
let project: ProjectInfo
let key: z.infer<typeof Key>
let folder: string
/** Larger than one part of a multipart upload. */
const content = randomBytes(17 * 1024 * 1024)

beforeAll(async () => {
  server = await startServer()
  project = await createProject(server, 'Shelves')
  const keys = `/storage/${project.ref}/s3-access-keys`
  key = Key.parse(await askPlatform(server, 'POST', keys, { description: 'command lines' }))
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-s3-clients-'))
  await writeFile(path.join(folder, 'large file'), content)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await discard(server)
})

const endpoint = () => `${project.api_url}/storage/v1/s3`

/** The arguments with which a client does something with `bucket`. */
type Commands = {
  readonly env: () => Record<string, string>
  readonly create: (bucket: string) => string[]
  readonly upload: (bucket: string, file: string, name: string) => string[]
  readonly list: (bucket: string) => string[]
  readonly copy: (bucket: string, from: string, to: string) => string[]
  readonly download: (bucket: string, name: string, file: string) => string[]
  readonly remove: (bucket: string, name: string) => string[]
}

const url = (bucket: string, name = '') => `s3://${bucket}/${name}`
const credentials = () => ({ AWS_ACCESS_KEY_ID: key.id, AWS_SECRET_ACCESS_KEY: key.secret })
const ofAws = (...args: string[]) => ['--endpoint-url', endpoint(), 's3', ...args]
const ofS3cmd = (...args: string[]) => {
  const host = endpoint().replace('http://', '')
  return ['--no-ssl', `--host=${host}`, `--host-bucket=${host}`, '--region=local', ...args]
}

const CLIENTS: Readonly<Record<string, Commands>> = {
  aws: {
    env: () => ({ ...credentials(), AWS_DEFAULT_REGION: 'local' }),
    create: (bucket) => ofAws('mb', url(bucket)),
    upload: (bucket, file, name) => ofAws('cp', file, url(bucket, name)),
    list: (bucket) => ofAws('ls', '--recursive', url(bucket)),
    copy: (bucket, from, to) => ofAws('cp', url(bucket, from), url(bucket, to)),
    download: (bucket, name, file) => ofAws('cp', url(bucket, name), file),
    remove: (bucket, name) => ofAws('rm', url(bucket, name)),
  },
  s3cmd: {
    env: credentials,
    create: (bucket) => ofS3cmd('mb', url(bucket)),
    upload: (bucket, file, name) => ofS3cmd('put', file, url(bucket, name)),
    list: (bucket) => ofS3cmd('ls', '--recursive', url(bucket)),
    copy: (bucket, from, to) => ofS3cmd('cp', url(bucket, from), url(bucket, to)),
    download: (bucket, name, file) => ofS3cmd('get', url(bucket, name), file),
    remove: (bucket, name) => ofS3cmd('rm', url(bucket, name)),
  },
  rclone: {
    env: () => ({
      RCLONE_CONFIG_S3_TYPE: 's3',
      RCLONE_CONFIG_S3_PROVIDER: 'Other',
      RCLONE_CONFIG_S3_ENDPOINT: endpoint(),
      RCLONE_CONFIG_S3_REGION: 'local',
      RCLONE_CONFIG_S3_ACCESS_KEY_ID: key.id,
      RCLONE_CONFIG_S3_SECRET_ACCESS_KEY: key.secret,
    }),
    create: (bucket) => ['mkdir', `s3:${bucket}`],
    upload: (bucket, file, name) => ['copyto', file, `s3:${bucket}/${name}`],
    list: (bucket) => ['ls', `s3:${bucket}`],
    copy: (bucket, from, to) => ['copyto', `s3:${bucket}/${from}`, `s3:${bucket}/${to}`],
    download: (bucket, name, file) => ['copyto', `s3:${bucket}/${name}`, file],
    remove: (bucket, name) => ['deletefile', `s3:${bucket}/${name}`],
  },
}

const isInstalled = (name: string) => spawnSync(name, ['--version']).status === 0

describe.each(Object.entries(CLIENTS))('the command line %s', (name, commands) => {
  it.runIf(isInstalled(name))(
    'creates a bucket, and uploads, lists, copies, downloads and removes a file in parts',
    async () => {
      const run = async (args: string[]) => {
        // Without a home, no configuration of this machine is read.
        const env = { PATH: process.env['PATH'], HOME: folder, ...commands.env() }
        const { stdout } = await promisify(execFile)(name, args, { env, timeout: 50_000 })
        return stdout
      }
      const bucket = `of-${name}`
      const copied = 'a folder/copy é.bin'
      await run(commands.create(bucket))
      await run(commands.upload(bucket, path.join(folder, 'large file'), 'large file'))
      await run(commands.copy(bucket, 'large file', copied))
      const listed = await run(commands.list(bucket))
      expect(listed).toContain(copied)
      expect(listed).toContain(String(content.length))
      const target = path.join(folder, `from-${name}`)
      await run(commands.download(bucket, copied, target))
      expect((await readFile(target)).equals(content)).toBe(true)
      await run(commands.remove(bucket, 'large file'))
      expect(await run(commands.list(bucket))).not.toContain('large file')
    },
  )
})

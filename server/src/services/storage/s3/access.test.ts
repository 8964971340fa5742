import { HeadBucketCommand, S3Client } from '@aws-sdk/client-s3'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { systemClock } from '../../../lib/clock.ts'
import type { Caller } from '../../../project/caller.ts'
import { createFixedKeyRing, type KeyRing } from '../../../project/keys/key-ring.ts'
import { generateApiKeys } from '../../../project/keys/api-keys.ts'
import type { Project } from '../../../project/project.ts'
import { createS3Access } from './access.ts'
import type { AccessKeys } from './access-keys.ts'

// A request of s3cmd 2.3.0 with a host_base of `localhost:46845/p/<ref>/storage/v1/s3`. It treats
// the path as a part of the host and signs both accordingly.
const REF = 'xdfssjeljqrqflcqvwce'
const KEY = '2ae5d7cb8cc88d7c9cfd0a81346e0890'
const SECRET = '18d11b80e32536138f9cedabfcdc829680c134a1a605506877cb0e9861e3d113'
const RECORDED = {
  host: 'localhost:46845',
  'x-amz-date': '20261122T232524Z',
  'x-amz-content-sha256': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  authorization:
    `AWS4-HMAC-SHA256 Credential=${KEY}/20261122/US/s3/aws4_request,` +
    'SignedHeaders=host;x-amz-content-sha256;x-amz-date,' +
    'Signature=fcc860ecc6716ed05cea84a873c4c79cfff823c4c080c75b45e08be7222c0b87',
}

async function statusOf(url: string): Promise<number> {
  const keys = createFixedKeyRing(generateApiKeys(REF, new Date()))
  const accessKeys: Pick<AccessKeys, 'secretsOf'> = { secretsOf: () => Promise.resolve([SECRET]) }
  const access = createS3Access({
    clock: { now: () => new Date('2026-11-22T23:25:25Z') },
    accessKeys,
  })
  const app = Fastify()
  app.get('/*', (request) => access.admit(request, { ref: REF, keys } as Project))
  const { statusCode } = await app.inject({ url, headers: RECORDED })
  return statusCode
}

it('admits clients that sign the path of the endpoint as a part of the host', async () => {
  expect(await statusOf(`/p/${REF}/storage/v1/s3/`)).toBe(200)
  expect(await statusOf(`/p/${REF}/storage/v1/s3/other-bucket`)).toBe(403)
  expect(await statusOf('/p/another/storage/v1/s3/')).toBe(403)
})

type SdkRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
}

describe('a session token', () => {
  const keys = createFixedKeyRing(generateApiKeys(REF, new Date()))

  /** The caller of a request that is signed with this session token. */
  async function callerOf(sessionToken: string, ring: KeyRing = keys): Promise<Caller | undefined> {
    const access = createS3Access({
      clock: systemClock,
      accessKeys: { secretsOf: () => Promise.resolve([]) },
    })
    const project = { ref: REF, keys: ring } as Project
    let caller: Caller | undefined
    const app = Fastify()
    app.addHook('onRequest', async (request) => {
      caller = await access.admit(request, project)
    })
    app.all('/*', () => '')
    const client = new S3Client({
      endpoint: 'http://localhost/storage/v1/s3',
      region: 'local',
      forcePathStyle: true,
      maxAttempts: 1,
      credentials: { accessKeyId: REF, secretAccessKey: keys.publishableKey, sessionToken },
      requestHandler: {
        async handle({ method, path: url, headers }: SdkRequest) {
          const { statusCode } = await app.inject({ method: method as 'HEAD', url, headers })
          return { response: { statusCode, headers: {} } }
        },
      },
    })
    await client.send(new HeadBucketCommand({ Bucket: 'any' }))
    return caller
  }

  it('turns a role that is not text into one that does not exist', async () => {
    expect(await callerOf(keys.sign({ role: ['service_role'] }))).toMatchObject({
      role: '["service_role"]',
    })
    expect(await callerOf(keys.sign({ sub: 'ada' }))).toMatchObject({
      role: 'anon',
      claims: { sub: 'ada', role: 'anon' },
    })
  })

  it('of another service is known to be one', async () => {
    const verify: KeyRing['verify'] = () => ({
      state: 'valid',
      claims: { role: 'authenticated', sub: 'foreign' },
      kid: 'k',
      isThirdParty: true,
    })
    expect(await callerOf('token', { ...keys, verify })).toMatchObject({
      role: 'authenticated',
      isThirdParty: true,
    })
  })
})

import { S3Client, GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { NewS3AccessKey } from '@stoa/contract/services/storage/s3-access-keys'
import { createClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import type { AttackProject } from '../support/attack-world.ts'
import { askPlatform } from '../support/platform-api.ts'

const world = inject('attackWorld')
const [victim, other] = world.organizations
const [front, back] = victim.projects
const [foreign] = other.projects

const SECRET = 'content of the front project'
const storage = ({ apiUrl, secretKey }: AttackProject) => createClient(apiUrl, secretKey).storage
/** The same URL at another project. */
const at = ({ apiUrl }: AttackProject, url: string) => url.replace(front.apiUrl, apiUrl)

/** Whether a response is a refusal that contains nothing of the file. */
async function isRefusal(response: Response): Promise<boolean> {
  const text = await response.text()
  return response.status >= 400 && response.status < 500 && !text.includes(SECRET)
}

beforeAll(async () => {
  // Names are equal everywhere, so that only the project can be the reason for the refusal.
  for (const project of [front, back, foreign])
    for (const bucket of ['attacked', 'beside']) {
      await storage(project).createBucket(bucket)
      const content = project === front && bucket === 'attacked' ? SECRET : 'other'
      const { error } = await storage(project).from(bucket).upload('file.txt', content)
      if (error) throw error
    }
})

describe('the files of a project', () => {
  it.each([
    ['the keys of another project', () => [back.secretKey, foreign.secretKey]],
    ['the older keys of another project', () => [back.serviceRoleKey, foreign.serviceRoleKey]],
    ['the account of a user of another project', () => [back.user.token, foreign.user.token]],
    ['the session of a member', () => [victim.people.owner.token]],
    ['no key', () => []],
  ])('are closed to %s', async (_who, keys) => {
    const tried = keys().flatMap((key) => [
      { apikey: key, authorization: `Bearer ${key}` },
      // Uses a key that everyone has, so that only the token can be the reason for the refusal.
      { apikey: front.publishableKey, authorization: `Bearer ${key}` },
    ])
    for (const headers of tried.length > 0 ? tried : [{}])
      for (const [method, path] of [
        ['GET', '/object/attacked/file.txt'],
        ['GET', '/object/info/attacked/file.txt'],
        ['GET', '/object/public/attacked/file.txt'],
        ['POST', '/object/attacked/new.txt'],
        ['POST', '/object/list/attacked'],
        ['POST', '/object/sign/attacked/file.txt'],
        ['DELETE', '/object/attacked/file.txt'],
        ['POST', '/upload/resumable'],
      ] as const) {
        const response = await fetch(`${front.apiUrl}/storage/v1${path}`, {
          method,
          headers,
          ...(method === 'POST' && { body: '{"prefix":"","expiresIn":60}' }),
        })
        expect([method, path, await isRefusal(response)]).toEqual([method, path, true])
      }
  })

  it('have signed URLs that are valid for one file of one bucket of one project', async () => {
    const { data } = await storage(front).from('attacked').createSignedUrl('file.txt', 60)
    const url = data?.signedUrl ?? ''
    expect(await (await fetch(url)).text()).toBe(SECRET)
    for (const changed of [
      at(back, url),
      at(foreign, url),
      url.replace('/attacked/', '/beside/'),
      url.replace('/attacked/', '/beside/../attacked/').replace('file.txt', 'file.txt%00'),
      url.replace('/attacked/file.txt', '/beside/..%2fattacked%2ffile.txt'),
      url.replace('/object/sign/', '/render/image/sign/'),
      url.replace('/object/sign/', '/object/authenticated/'),
    ])
      expect([changed, await isRefusal(await fetch(changed))]).toEqual([changed, true])
    const upload = await storage(front).from('attacked').createSignedUploadUrl('signed.txt')
    const target = upload.data?.signedUrl ?? ''
    for (const changed of [at(back, target), target.replace('/attacked/', '/beside/')])
      expect(await isRefusal(await fetch(changed, { method: 'PUT', body: 'x' }))).toBe(true)
    expect((await storage(back).from('attacked').exists('signed.txt')).data).toBe(false)
  })

  it('have resumable uploads that other users can neither see nor continue', async () => {
    const tus = (method: string, url: string, key: string, headers = {}) =>
      fetch(url, { method, headers: { apikey: key, 'tus-resumable': '1.0.0', ...headers } })
    const endpoint = `${front.apiUrl}/storage/v1/upload/resumable`
    const created = await tus('POST', endpoint, front.secretKey, {
      'upload-length': '10',
      'upload-metadata': `bucketName ${btoa('attacked')},objectName ${btoa('resumed')}`,
    })
    const url = new URL(created.headers.get('location') ?? '', endpoint).href
    expect((await tus('HEAD', url, front.secretKey)).status).toBe(200)
    for (const [place, key] of [
      [url, foreign.secretKey],
      [at(foreign, url), foreign.secretKey],
      [at(back, url), back.secretKey],
      [url, front.publishableKey],
    ] as const)
      for (const method of ['HEAD', 'PATCH', 'DELETE'])
        expect(await isRefusal(await tus(method, place, key, { 'upload-offset': '0' }))).toBe(true)
    expect((await tus('DELETE', url, front.secretKey)).status).toBe(204)
  })

  it('are closed to the S3 access keys of another project', async () => {
    const keyOf = ({ ref }: AttackProject) =>
      askPlatform<NewS3AccessKey>(world, 'POST', `/storage/${ref}/s3-access-keys`, {
        description: 'attack',
      })
    const own = await keyOf(front)
    const theirs = await keyOf(foreign)
    const clients = {
      own: { accessKeyId: own.id, secretAccessKey: own.secret },
      theirs: { accessKeyId: theirs.id, secretAccessKey: theirs.secret },
      session: {
        accessKeyId: front.ref,
        secretAccessKey: front.anonKey,
        sessionToken: foreign.user.token,
      },
      foreignSession: {
        accessKeyId: foreign.ref,
        secretAccessKey: foreign.anonKey,
        sessionToken: foreign.user.token,
      },
    }
    const failures: Record<string, string> = {}
    for (const [name, credentials] of Object.entries(clients)) {
      const client = new S3Client({
        endpoint: `${front.apiUrl}/storage/v1/s3`,
        region: 'local',
        forcePathStyle: true,
        credentials,
        maxAttempts: 1,
      })
      const file = { Bucket: 'attacked', Key: 'file.txt' }
      for (const command of [
        new GetObjectCommand(file),
        new ListObjectsV2Command({ Bucket: file.Bucket }),
      ])
        await client.send(command as GetObjectCommand).then(
          () => (failures[name] = 'none'),
          (error: Error) => (failures[name] = error.name),
        )
      client.destroy()
    }
    expect(failures).toEqual({
      own: 'none',
      theirs: 'InvalidAccessKeyId',
      session: 'InvalidToken',
      foreignSession: 'InvalidAccessKeyId',
    })
  })
})

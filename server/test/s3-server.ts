import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { CreateBucketCommand, paginateListObjectsV2, S3Client } from '@aws-sdk/client-s3'
import S3rver from 's3rver'
import { z } from 'zod'
import type { S3Bucket } from '../src/services/storage/index.ts'

export type S3Server = {
  readonly bucket: S3Bucket
  /** The keys of everything in the bucket. */
  keys(): Promise<readonly string[]>
  stop(): Promise<void>
}

const Address = z.object({ port: z.int() })

/** A local S3 server with one bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'stoa-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory })
  const { port } = Address.parse(await server.run())
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  const bucket: S3Bucket = {
    bucket: 'content',
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    isPathStyle: true,
    ...credentials,
  }
  const { endpoint = '', region } = bucket
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: bucket.bucket }))
  return {
    bucket,
    async keys() {
      const keys: string[] = []
      for await (const { Contents = [] } of paginateListObjectsV2(
        { client },
        { Bucket: bucket.bucket },
      ))
        keys.push(...Contents.flatMap(({ Key }) => Key ?? []))
      return keys
    },
    async stop() {
      client.destroy()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

/** Maximum keys per project. */
export const MAX_S3_ACCESS_KEYS = 50

export const S3AccessKey = z.object({
  /** The access key id. */
  id: z.string(),
  description: z.string(),
  created_at: z.string(),
})
export type S3AccessKey = z.infer<typeof S3AccessKey>

/** Only the response to its creation contains the secret access key. */
export const NewS3AccessKey = S3AccessKey.extend({ secret: z.string() })
export type NewS3AccessKey = z.infer<typeof NewS3AccessKey>

const byRef = z.object({ ref: z.string() })
const path = '/platform/storage/{ref}/s3-access-keys'

export const listS3AccessKeys = endpoint({
  method: 'GET',
  path,
  access: 'key:read_public',
  params: byRef,
  response: z.array(S3AccessKey),
})

/** Creates a key that reads and writes every bucket of the project, whatever policies say. */
export const createS3AccessKey = endpoint({
  method: 'POST',
  path,
  access: 'key:manage',
  params: byRef,
  body: z.object({ description: z.string().trim().min(1).max(100) }),
  response: NewS3AccessKey,
})

export const deleteS3AccessKey = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'key:manage',
  params: byRef.extend({ id: z.string() }),
  response: z.object({}),
})

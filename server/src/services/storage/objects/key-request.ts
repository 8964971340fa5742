import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { pathOf } from '../../../lib/request-url.ts'
import { bucketRules } from '../buckets/buckets.ts'
import type { StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { queryOf } from '../wire/body.ts'
import { findObject, type Key, type StoredObject } from './objects.ts'

export type InBucket = { Params: { bucket: string } }
export type AtKey = { Params: { bucket: string; '*': string } }
export type KeyRequest = FastifyRequest<AtKey>

const Token = z.object({ token: z.string() })

/** The key in a path. The router drops a slash at the end, which is part of the name. */
export function keyOf({ params, url }: KeyRequest): Key {
  const name = params['*']
  const hasSlash = pathOf(url).endsWith('/') && !name.endsWith('/')
  return { bucket: params.bucket, name: hasSlash ? `${name}/` : name }
}

export const isUpsert = ({ headers }: FastifyRequest): boolean => headers['x-upsert'] === 'true'

/** The token of a signed URL, and what it has to match. */
export function signedOf({ clock }: Pick<StorageContext, 'clock'>, request: KeyRequest) {
  const { token } = queryOf(request, Token)
  const { bucket, name } = keyOf(request)
  return { token, url: `${bucket}/${name}`, now: clock.now() }
}

/** An object of a public bucket, which everyone can read. */
export async function findPublic(
  context: Pick<StorageContext, 'system'>,
  key: Key,
): Promise<StoredObject> {
  const bucket = await bucketRules(context, key.bucket)
  // Does not reveal that a bucket exists if it is not public.
  if (!bucket.public) throw storageError('NoSuchBucket')
  return findObject(context.system, key)
}

/** An object that the caller can read, or one of a public bucket. */
export async function findReadable(
  context: Pick<StorageContext, 'session' | 'system'>,
  key: Key,
): Promise<StoredObject> {
  const { public: isPublic } = await bucketRules(context, key.bucket)
  return findObject(isPublic ? context.system : context.session, key)
}

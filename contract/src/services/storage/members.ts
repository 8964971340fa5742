import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List buckets and objects, and download. */
    'storage:read': true
    /** Create, change and delete buckets and objects. */
    'storage:write': true
  }
}

/** Counting stops here, so that a list of buckets is quick. */
export const MAX_COUNTED_OBJECTS = 10_000

export const StorageBucket = z.object({
  id: z.string(),
  public: z.boolean(),
  /** In bytes; null for the project's limit. */
  file_size_limit: z.number().nullable(),
  /** Null for all. `image/*` stands for a group. */
  allowed_mime_types: z.array(z.string()).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StorageBucket = z.infer<typeof StorageBucket>

export const CountedBucket = StorageBucket.extend({
  /** At most `MAX_COUNTED_OBJECTS`. */
  object_count: z.int(),
})
export type CountedBucket = z.infer<typeof CountedBucket>

export const StorageObject = z.object({
  id: z.string(),
  /** The whole name in the bucket, with its folders. */
  name: z.string(),
  size: z.number().nullable(),
  content_type: z.string().nullable(),
  cache_control: z.string().nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type StorageObject = z.infer<typeof StorageObject>

export const StorageObjectInfo = StorageObject.extend({
  etag: z.string().nullable(),
  owner_id: z.string().nullable(),
  user_metadata: z.record(z.string(), z.unknown()),
})
export type StorageObjectInfo = z.infer<typeof StorageObjectInfo>

const byRef = z.object({ ref: z.string() })
const byBucket = byRef.extend({ bucket: z.string() })
const buckets = '/platform/storage/{ref}/buckets'
const bucket = `${buckets}/{bucket}` as const
const objects = `${bucket}/objects` as const
const done = z.object({})

/** The total size of the project's files, including uploads in progress. */
export const readStorageUsage = endpoint({
  method: 'GET',
  path: '/platform/storage/{ref}/usage',
  access: 'storage:read',
  params: byRef,
  response: z.object({
    stored_bytes: z.int(),
    /** At this size, uploads are refused. */
    limit_bytes: z.int(),
  }),
})

const BucketOptions = z.object({
  public: z.boolean().optional(),
  file_size_limit: z.int().min(0).nullable().optional(),
  allowed_mime_types: z.array(z.string().max(255)).max(200).nullable().optional(),
})

export const listStorageBuckets = endpoint({
  method: 'GET',
  path: buckets,
  access: 'storage:read',
  params: byRef,
  query: z.object({
    search: z.string().max(200).optional(),
    sort: z.enum(['name', 'created_at', 'updated_at']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    offset: z.coerce.number().int().min(0).optional(),
  }),
  response: z.array(CountedBucket),
})

export const readStorageBucket = endpoint({
  method: 'GET',
  path: bucket,
  access: 'storage:read',
  params: byBucket,
  response: StorageBucket,
})

export const createStorageBucket = endpoint({
  method: 'POST',
  path: buckets,
  access: 'storage:write',
  params: byRef,
  body: BucketOptions.extend({ id: z.string() }),
  response: StorageBucket,
  status: 201,
})

/** Changes the given options. */
export const updateStorageBucket = endpoint({
  method: 'PATCH',
  path: bucket,
  access: 'storage:write',
  params: byBucket,
  body: BucketOptions,
  response: StorageBucket,
})

/** Deletes an empty bucket. */
export const deleteStorageBucket = endpoint({
  method: 'DELETE',
  path: bucket,
  access: 'storage:write',
  params: byBucket,
  response: done,
})

/** One page of a folder: the objects that begin with the prefix, up to the next slash. */
export const listStorageObjects = endpoint({
  method: 'GET',
  path: objects,
  access: 'storage:read',
  params: byBucket,
  query: z.object({
    prefix: z.string().max(1024).optional(),
    cursor: z.string().max(5000).optional(),
    limit: z.coerce.number().int().min(1).max(1000).optional(),
    sort: z.enum(['name', 'created_at', 'updated_at']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({
    /** Whole names, with a slash at the end. */
    folders: z.array(z.string()),
    objects: z.array(StorageObject),
    /** Absent on the last page. */
    next_cursor: z.string().optional(),
  }),
})

/** The maximum number of objects in a search result. */
export const MAX_FOUND_OBJECTS = 500

/** Objects of the whole bucket with a text anywhere in their names, in any case. */
export const searchStorageObjects = endpoint({
  method: 'GET',
  path: `${objects}/search`,
  access: 'storage:read',
  params: byBucket,
  query: z.object({
    text: z.string().min(1).max(200),
    sort: z.enum(['name', 'created_at', 'updated_at']).optional(),
    order: z.enum(['asc', 'desc']).optional(),
  }),
  response: z.object({
    objects: z.array(StorageObject),
    /** Whether there are more than `MAX_FOUND_OBJECTS`. */
    has_more: z.boolean(),
  }),
})

export const readStorageObject = endpoint({
  method: 'GET',
  path: `${objects}/info`,
  access: 'storage:read',
  params: byBucket,
  query: z.object({ name: z.string() }),
  response: StorageObjectInfo,
})

/** Renames an object, or moves it to another folder or bucket. */
export const moveStorageObject = endpoint({
  method: 'POST',
  path: `${objects}/move`,
  access: 'storage:write',
  params: byBucket,
  body: z.object({ from: z.string(), to: z.string(), to_bucket: z.string().optional() }),
  response: done,
})

export const copyStorageObject = endpoint({
  method: 'POST',
  path: `${objects}/copy`,
  access: 'storage:write',
  params: byBucket,
  body: z.object({ from: z.string(), to: z.string(), to_bucket: z.string().optional() }),
  response: done,
})

/** Deletes objects, and returns the names of those that existed. */
export const removeStorageObjects = endpoint({
  method: 'POST',
  path: `${objects}/remove`,
  access: 'storage:write',
  params: byBucket,
  body: z.object({ names: z.array(z.string()).min(1).max(1000) }),
  response: z.object({ removed: z.array(z.string()) }),
})

/** URLs that download objects without a key until they expire; null for those that do not exist. */
export const signStorageDownloads = endpoint({
  method: 'POST',
  path: `${objects}/sign`,
  access: 'storage:read',
  params: byBucket,
  body: z.object({
    names: z.array(z.string()).min(1).max(1000),
    /** In seconds. */
    expires_in: z
      .int()
      .min(1)
      .max(10 * 365 * 24 * 3600),
  }),
  response: z.array(z.object({ name: z.string(), url: z.string().nullable() })),
})

/** A URL to which one object can be sent with PUT, without a key, within two hours. */
export const signStorageUpload = endpoint({
  method: 'POST',
  path: `${objects}/sign-upload`,
  access: 'storage:write',
  params: byBucket,
  body: z.object({ name: z.string(), replace: z.boolean().optional() }),
  response: z.object({ url: z.string(), token: z.string() }),
})

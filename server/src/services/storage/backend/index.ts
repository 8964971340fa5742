import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { createDiskPlace } from './disk-place.ts'
import { createMd5Thread } from './md5.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Connection, createS3Place, removeS3Content, type S3Bucket } from './s3-place.ts'
import { createStagedStore } from './staged-store.ts'

/** Where the content of all projects is. */
export type Backend = {
  storeOf(options: {
    /** The project, which names its content. */
    readonly ref: string
    /** The service's folder of the project. */
    readonly folder: string
    readonly freeBytes: FreeBytes
    /** The most bytes of all content together. */
    readonly limitBytes?: number
    /** Called with errors of work in the background. */
    readonly onError?: (error: unknown) => void
  }): ObjectStore
  /** Removes what a deleted project has outside of its folder. Can be repeated. */
  removed(ref: string): Promise<void>
}

/** Content in each project's folder. */
export function createDiskBackend(): Backend {
  const md5Thread = createMd5Thread()
  return {
    storeOf: (options) =>
      createStagedStore({ ...options, md5Thread, place: createDiskPlace(options.folder) }),
    removed: async () => {},
  }
}

/** Content in a bucket of another S3 server; only uploads in progress are in the folders. */
export function createS3Backend(bucket: S3Bucket): Backend {
  const connection = createS3Connection(bucket)
  const md5Thread = createMd5Thread()
  return {
    storeOf: (options) =>
      createStagedStore({ ...options, md5Thread, place: createS3Place(connection, options.ref) }),
    removed: (ref) => removeS3Content(connection, ref),
  }
}

import type { FreeBytes } from '../../../lib/free-bytes.ts'
import { createDiskPlace } from './disk-place.ts'
import { linkContent } from './link-content.ts'
import { createMd5Thread } from './md5.ts'
import type { ObjectStore } from './object-store.ts'
import { createS3Connection, type S3Bucket } from './s3-connection.ts'
import { copyS3Content, createS3Place, removeS3Content } from './s3-place.ts'
import { createStagedStore } from './staged-store.ts'

/** The storage of all projects' content. */
export type Backend = {
  storeOf(options: {
    /** The project, which names its content. */
    readonly ref: string
    /** The service's folder of the project. */
    readonly folder: string
    readonly freeBytes: FreeBytes
    /** Maximum total size of all content, in bytes. */
    readonly limitBytes?: number
    /** Called with background errors. */
    readonly onError?: (error: unknown) => void
  }): ObjectStore
  /** Gives a copied project the content of its origin, without reading it. Can be repeated. */
  copy(from: ContentOwner, to: ContentOwner): Promise<void>
  /** Removes a deleted project's content outside its folder. Can be repeated. */
  removed(ref: string): Promise<void>
}

/** A project, and the service's folder of it. */
type ContentOwner = { readonly ref: string; readonly folder: string }

/** Content in each project's folder. */
export function createDiskBackend(): Backend {
  const md5Thread = createMd5Thread()
  return {
    storeOf: (options) =>
      createStagedStore({ ...options, md5Thread, place: createDiskPlace(options.folder) }),
    copy: (from, to) => linkContent(from.folder, to.folder),
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
    copy: (from, to) => copyS3Content(connection, from.ref, to.ref),
    removed: (ref) => removeS3Content(connection, ref),
  }
}

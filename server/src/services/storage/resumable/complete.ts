import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { sql } from '../../../postgres/sql.ts'
import { commitObject, metadataOf, type Uploading } from '../objects/upload.ts'
import { cacheControlOf, mimetypeOf, readMetadata } from '../wire/receive.ts'
import { toStorageError } from '../errors.ts'
import type { UploadFiles, UploadInfo } from './upload-files.ts'

/** The object's properties in the metadata of an upload. */
export const describe = ({ metadata }: Pick<UploadInfo, 'metadata'>) => ({
  mimetype: mimetypeOf(metadata['contentType'] ?? undefined),
  cacheControl: cacheControlOf(metadata['cacheControl'] ?? undefined),
  userMetadata: readMetadata(metadata['metadata'] ?? undefined),
})

/**
 * Turns an upload whose bytes have all arrived into an object. The id of the upload becomes the
 * version of the object, which makes an interrupted attempt recognizable: it is repeated as long as
 * no row has the version, and the bytes are removed last.
 */
export async function completeUpload(
  context: Uploading,
  files: UploadFiles,
  info: UploadInfo,
): Promise<void> {
  const { store, system, newId } = context
  const { id: version, bucket, name, owner } = info
  const isCommitted = await system.maybe(
    sql`select pg_catalog.to_jsonb(true) from storage.objects as o where o.version = ${version}`,
    z.boolean(),
  )
  if (isCommitted) await store.settle(version)
  else {
    await store.discard(version)
    try {
      const staged = await store.stageFile(version, files.contentPath(version))
      await store.publish(version)
      const { userMetadata, ...described } = describe(info)
      const metadata = metadataOf(context, staged, { ...described, contentEncoding: undefined })
      await commitObject(
        context,
        { bucket, name, id: newId(), version, owner, metadata, userMetadata },
        info.isUpsert,
      )
    } catch (error) {
      const known = toStorageError(error)
      // After another failure, such as a lost connection, the row may exist.
      if (known instanceof AppError) await store.discard(version)
      throw known
    }
  }
  await files.finish(version)
}

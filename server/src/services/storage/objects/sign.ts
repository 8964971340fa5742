import type { StorageContext } from '../context.ts'
import type { Transformation } from '../images/transformation.ts'
import { checkKey } from '../names.ts'
import { signGrant } from '../signing.ts'
import { findObject, readableNames, type Key } from './objects.ts'
import { checkUpload, type UploadOptions } from './upload.ts'

/** Signed uploads begin within two hours, as in storage-api. */
const UPLOAD_SECONDS = 7200

/**
 * A path below `/storage/v1`, not yet encoded, that downloads an object without a key, or only a
 * transformed image of it. The caller must be able to read the object.
 */
export async function signDownload(
  context: Pick<StorageContext, 'clock' | 'project' | 'session'>,
  key: Key,
  { expiresIn, transform: transformation }: Signing,
): Promise<string> {
  await findObject(context.session, key)
  if (!transformation) return downloadPath(context, key, expiresIn)
  const url = `${key.bucket}/${key.name}`
  const token = signGrant(
    context.project,
    { scope: 'render', url, transformation },
    { now: context.clock.now(), expiresIn },
  )
  return `/render/image/sign/${url}?token=${token}`
}

type Signing = {
  readonly expiresIn: number
  readonly transform?: Transformation | undefined
}

export type SignedPath = {
  readonly error: string | null
  readonly path: string
  readonly signedURL: string | null
}

/** The same for several objects; those that the caller cannot read get an error instead. */
export async function signDownloads(
  context: Pick<StorageContext, 'clock' | 'project' | 'session'>,
  bucket: string,
  { paths, expiresIn }: { readonly paths: readonly string[]; readonly expiresIn: number },
): Promise<SignedPath[]> {
  const readable = await readableNames(context, bucket, paths)
  return paths.map((path) =>
    readable.has(path)
      ? { error: null, path, signedURL: downloadPath(context, { bucket, name: path }, expiresIn) }
      : {
          error: 'Either the object does not exist or you do not have access to it',
          path,
          signedURL: null,
        },
  )
}

/** A path and token that upload an object without a key. The caller must be able to upload it. */
export async function signUpload(
  context: StorageContext,
  options: UploadOptions,
): Promise<{ readonly url: string; readonly token: string }> {
  checkKey(options.name)
  await checkUpload(context, options)
  const url = `${options.bucket}/${options.name}`
  const token = signGrant(
    context.project,
    { scope: 'upload', url, upsert: options.isUpsert, owner: options.owner ?? context.owner },
    { now: context.clock.now(), expiresIn: UPLOAD_SECONDS },
  )
  return { url: `/object/upload/sign/${encodePath(url)}?token=${token}`, token }
}

function downloadPath(
  { project, clock }: Pick<StorageContext, 'project' | 'clock'>,
  { bucket, name }: Key,
  expiresIn: number,
) {
  const url = `${bucket}/${name}`
  const token = signGrant(project, { scope: 'download', url }, { now: clock.now(), expiresIn })
  return `/object/sign/${url}?token=${token}`
}

/** Clients encode the path of a download themselves, and use that of an upload as it is. */
export const encodePath = (path: string): string =>
  path.split('/').map(encodeURIComponent).join('/')

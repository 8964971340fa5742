import type { FilePlace } from '@stoa/contract/services/wrappers/files'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { signS3Get } from './sign-s3.ts'

export type FileRequest = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** An address of this server that may be private. */
  readonly ownUrl?: string
}

/** The request that gets a file. The secret is an Authorization header, or a secret access key. */
export function requestOf(
  project: Project,
  place: FilePlace,
  secret: string | undefined,
  now: Date,
): FileRequest {
  if (place.kind === 'url')
    return { url: place.url, headers: secret === undefined ? {} : { authorization: secret } }
  if (place.kind === 'bucket') {
    const { verifying, serviceRoleKey } = project.keys
    const secretKey = verifying.opaque.find(({ role }) => role === 'service_role')
    const key = secretKey?.value ?? serviceRoleKey
    const path = `${encodeURIComponent(place.bucket)}/${encodePath(place.path)}`
    return {
      url: `${project.apiUrl}/storage/v1/object/authenticated/${path}`,
      headers: { apikey: key, authorization: `Bearer ${key}` },
      ownUrl: project.apiUrl,
    }
  }
  if (secret === undefined)
    throw new AppError('file_credential_missing', 'S3 needs the secret access key.', {
      status: 400,
      hint: 'Enter the key, or select a secret of the vault.',
    })
  const { region, bucket, key, access_key_id: accessKeyId } = place
  const endpoint = place.endpoint ?? `https://s3.${region}.amazonaws.com`
  const url = new URL(`${endpoint.replace(/\/$/, '')}/${bucket}/${encodePath(key)}`)
  return {
    url: url.href,
    headers: signS3Get({ url, region, accessKeyId, secretAccessKey: secret, now }),
  }
}

/** Encodes every character except those that S3 leaves unencoded. */
const encodePath = (path: string) =>
  path
    .split('/')
    .map((part) =>
      encodeURIComponent(part).replaceAll(
        /[!'()*]/g,
        (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
      ),
    )
    .join('/')

import { createHmac, createSecretKey } from 'node:crypto'
import { z } from 'zod'
import { signJwt, verifyJwt, type JwtKey } from '../../lib/jwt.ts'
import type { Project } from '../../project/project.ts'
import { storageError } from './errors.ts'
import { Transformation } from './images/transformation.ts'

/** The permission of a signed URL, for the object `<bucket>/<name>` in `url`, until it expires. */
const DownloadGrant = z.object({ scope: z.literal('download'), url: z.string() })
const UploadGrant = z.object({
  scope: z.literal('upload'),
  url: z.string(),
  upsert: z.boolean(),
  /** The account of the person who signed it. */
  owner: z.string().optional(),
})
/** Allows reading the transformed image, but not the object itself. */
const RenderGrant = z.object({
  scope: z.literal('render'),
  url: z.string(),
  transformation: Transformation,
})
type Grant =
  | z.infer<typeof DownloadGrant>
  | z.infer<typeof UploadGrant>
  | z.infer<typeof RenderGrant>

/** A token that grants its permission without a key, for a number of seconds. */
export function signGrant(
  project: Project,
  grant: Grant,
  { now, expiresIn }: { readonly now: Date; readonly expiresIn: number },
): string {
  const iat = Math.floor(now.getTime() / 1000)
  return signJwt({ ...grant, iat, exp: iat + expiresIn }, keyOf(project))
}

type SignedRequest = { readonly token: string; readonly url: string; readonly now: Date }

/** Checks that a token allows to download the object. */
export const readDownloadGrant = (project: Project, request: SignedRequest) =>
  readGrant(project, DownloadGrant, request)

/** Checks that a token allows to upload the object. */
export const readUploadGrant = (project: Project, request: SignedRequest) =>
  readGrant(project, UploadGrant, request)

/** Checks that a token allows to read the object transformed. */
export const readRenderGrant = (project: Project, request: SignedRequest) =>
  readGrant(project, RenderGrant, request)

function readGrant<Kind extends Grant>(
  project: Project,
  kind: z.core.$ZodType<Kind>,
  { token, url, now }: SignedRequest,
): { readonly grant: Kind; readonly expires: Date } {
  const verified = verifyJwt(token, [keyOf(project)], now)
  if (verified.state === 'expired') throw storageError('ExpiredToken')
  if (verified.state !== 'valid') throw storageError('InvalidJWT')
  const parsed = z.safeParse(kind, verified.claims)
  if (!parsed.success || parsed.data.url !== url) throw storageError('InvalidSignature')
  const expires = new Date(Number(verified.claims['exp']) * 1000)
  // Without tolerance, because the clock that signed it reads it.
  if (!(expires > now)) throw storageError('ExpiredToken')
  return { grant: parsed.data, expires }
}

/**
 * A key of its own, derived from the project's JWT secret: a signed URL is no access token, and an
 * access token is no signed URL.
 */
function keyOf({ keys }: Project): JwtKey {
  const secret = createHmac('sha256', keys.jwtSecret).update('storage/signed-urls').digest()
  return { kid: 'storage', algorithm: 'HS256', key: createSecretKey(secret) }
}

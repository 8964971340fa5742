import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Caller } from '../../../project/caller.ts'
import type { KeyRing } from '../../../project/keys/key-ring.ts'
import type { Project } from '../../../project/project.ts'
import { callerOfToken, serviceCaller } from '../../../project/resolve-caller.ts'
import type { AccessKeys } from './access-keys.ts'
import type { SentRequest } from './canonical-request.ts'
import { s3Error } from './errors.ts'
import { S3_PREFIX } from './request.ts'
import { checkSignature, readSignature, type ChunkSigner, type Signature } from './signature.ts'

/** A caller whose signature is verified, with the data for checking the body. */
export type SignedCaller = {
  readonly caller: Caller
  readonly signature: Signature
  readonly signer: ChunkSigner
}

/**
 * Authenticates requests by AWS Signature Version 4. An access key of the project acts as
 * `service_role`. With a session token, the access key is the project's ref, the secret its
 * anonymous or publishable key, and the token, a user's access token, identifies the caller.
 */
export function createS3Access({
  clock,
  accessKeys,
}: {
  readonly clock: Clock
  readonly accessKeys: Pick<AccessKeys, 'secretsOf'>
}) {
  const admitted = new WeakMap<FastifyRequest, SignedCaller>()

  /** Undefined if the request is not signed. */
  async function admit(request: FastifyRequest, project: Project): Promise<Caller | undefined> {
    const sent = sentRequest(request)
    const signature = readSignature(sent)
    if (!signature) return undefined
    const now = clock.now()
    const found =
      signature.sessionToken === undefined
        ? {
            caller: serviceCaller,
            secrets: await accessKeys.secretsOf(project, signature.accessKeyId),
          }
        : asUser(project, signature, signature.sessionToken, now)
    const signer = checkAny([sent, withoutPrefix(sent)], signature, found.secrets, now)
    admitted.set(request, { caller: found.caller, signature, signer })
    return found.caller
  }

  return {
    admit,
    /** The signed caller of an admitted request. Rejects one with an API key instead of a signature. */
    signedCaller(request: FastifyRequest): SignedCaller {
      const found = admitted.get(request)
      if (!found) throw s3Error('AccessDenied', 'Sign the request with an S3 access key.')
      return found
    },
  }
}

export type S3Access = ReturnType<typeof createS3Access>

function asUser({ ref, keys }: Project, signature: Signature, token: string, now: Date) {
  if (signature.accessKeyId !== ref) throw s3Error('InvalidAccessKeyId')
  const caller = callerOfSession(keys, token, now)
  const legacy = keys.areLegacyKeysEnabled ? [keys.anonKey] : []
  return { caller, secrets: [keys.publishableKey, ...legacy] }
}

function callerOfSession(keys: KeyRing, token: string, now: Date): Caller {
  try {
    return callerOfToken(keys, token, now)
  } catch (error) {
    if (error instanceof AppError) throw s3Error('InvalidToken')
    throw error
  }
}

/** Accepts a signature of any form of a request with any of the secrets. */
function checkAny(
  forms: readonly SentRequest[],
  signature: Signature,
  secrets: readonly string[],
  now: Date,
): ChunkSigner {
  let failure: unknown = s3Error('InvalidAccessKeyId')
  for (const secret of secrets)
    for (const form of forms)
      try {
        return checkSignature(form, signature, { secret, now })
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'SignatureDoesNotMatch') throw error
        failure = error
      }
  throw failure
}

/** Some clients, such as s3cmd, sign the endpoint's path as part of the host. */
function withoutPrefix({ method, url, headers }: SentRequest): SentRequest {
  const [prefix = ''] = S3_PREFIX.exec(url) ?? []
  const below = url.slice(prefix.length)
  return {
    method,
    url: below.startsWith('/') ? below : `/${below}`,
    headers: { ...headers, host: `${headers.host ?? ''}${prefix}` },
  }
}

/** The request as its client signed it, before the gateway rewrote its URL. */
const sentRequest = ({ method, originalUrl, headers }: FastifyRequest): SentRequest => ({
  method,
  url: originalUrl,
  headers,
})

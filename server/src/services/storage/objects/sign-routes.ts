import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ContextOf } from '../context.ts'
import { Transformation } from '../images/transformation.ts'
import { jsonBody } from '../wire/body.ts'
import { isUpsert, keyOf, type AtKey, type InBucket } from './key-request.ts'
import { MAX_NAMES, MAX_SIGNED_SECONDS } from './limits.ts'
import { signDownload, signDownloads, signUpload } from './sign.ts'

const ExpiresIn = z.int().min(1).max(MAX_SIGNED_SECONDS)
const SigningOne = z.object({ expiresIn: ExpiresIn, transform: Transformation.optional() })
const Signing = z.object({
  expiresIn: ExpiresIn,
  paths: z.array(z.string()).min(1).max(MAX_NAMES),
})

/** The routes that sign URLs of objects and of uploads. */
export function addSignRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.route<AtKey>({
    method: 'POST',
    url: '/object/sign/:bucket/*',
    handler: async (request) => {
      const { expiresIn, transform } = await jsonBody(request, SigningOne)
      const context = contextOf(request, 'object.sign')
      return { signedURL: await signDownload(context, keyOf(request), { expiresIn, transform }) }
    },
  })
  app.route<InBucket>({
    method: 'POST',
    url: '/object/sign/:bucket',
    handler: async (request) => {
      const body = await jsonBody(request, Signing)
      return signDownloads(contextOf(request, 'object.sign_many'), request.params.bucket, body)
    },
  })
  app.route<AtKey>({
    method: 'POST',
    url: '/object/upload/sign/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, 'object.sign_upload_url')
      return signUpload(context, { ...keyOf(request), isUpsert: isUpsert(request) })
    },
  })
}

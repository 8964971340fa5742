import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ContextOf } from '../context.ts'
import { findPublic, findReadable, keyOf, type AtKey } from '../objects/key-request.ts'
import { findObject } from '../objects/objects.ts'
import { readRenderGrant } from '../signing.ts'
import { queryOf } from '../wire/body.ts'
import type { SendImage } from './send-image.ts'
import { Transformation } from './transformation.ts'

const READ = { method: ['GET', 'HEAD'] }
const Token = z.object({ token: z.string() })

/** The routes at `/render/image`. Permission to read the object includes reading it transformed. */
export function addImageRoutes(
  app: FastifyInstance,
  { contextOf, sendImage }: { readonly contextOf: ContextOf; readonly sendImage: SendImage },
): void {
  app.route<AtKey>({
    ...READ,
    url: '/render/image/public/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, 'render.image_public')
      const transformation = queryOf(request, Transformation)
      const find = () => findPublic(context, keyOf(request))
      return sendImage({ request, reply, context, transformation, find })
    },
  })
  app.route<AtKey>({
    ...READ,
    url: '/render/image/authenticated/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, 'render.image_authenticated')
      const transformation = queryOf(request, Transformation)
      const find = () => findReadable(context, keyOf(request))
      return sendImage({ request, reply, context, transformation, find })
    },
  })
  app.route<AtKey>({
    ...READ,
    url: '/render/image/sign/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, 'render.image_sign')
      const { token } = queryOf(request, Token)
      const key = keyOf(request)
      const asked = { token, url: `${key.bucket}/${key.name}`, now: context.clock.now() }
      const { grant, expires } = readRenderGrant(context.project, asked)
      const { transformation } = grant
      // The token proves that its creator could read the object.
      const find = () => findObject(context.system, key)
      return sendImage({ request, reply, context, transformation, find, expires })
    },
  })
}

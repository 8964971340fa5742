import { FunctionSlug } from '@stoa/contract/services/functions/members'
import { endpoint, LARGE_BODY_BYTES } from '@stoa/contract/endpoint'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { route } from '../../../lib/http.ts'
import { emailOf } from '../members/routes.ts'
import { createBundle } from '../versions/bundle.ts'
import type { ActiveFunction, Deployment, Versions } from '../versions/index.ts'
import { receiveForm } from './receive-form.ts'

const ManagedFunction = z.object({
  id: z.string(),
  slug: z.string(),
  name: z.string(),
  status: z.literal('ACTIVE'),
  version: z.int(),
  /** Milliseconds since 1970. */
  created_at: z.int(),
  updated_at: z.int(),
  verify_jwt: z.boolean(),
  import_map: z.boolean(),
  entrypoint_path: z.string(),
  import_map_path: z.string().optional(),
  ezbr_sha256: z.string(),
})

const byRef = z.object({ ref: z.string() })
const bySlug = byRef.extend({ function_slug: z.string() })
const Changes = z
  .strictObject({
    name: z.string().min(1).max(100),
    verify_jwt: z.boolean(),
    /** The code of the function, as its only file. */
    body: z.string(),
  })
  .partial()

const list = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:read',
  params: byRef,
  response: z.array(ManagedFunction),
})
const create = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/functions',
  access: 'functions:write',
  params: byRef,
  body: Changes.required({ name: true, body: true }).extend({ slug: FunctionSlug }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedFunction,
  status: 201,
})
const read = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:read',
  params: bySlug,
  response: ManagedFunction,
})
const update = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  body: Changes,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedFunction,
})
const remove = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/functions/{function_slug}',
  access: 'functions:write',
  params: bySlug,
  response: z.object({}),
})
const listSecrets = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:read',
  params: byRef,
  response: z.array(z.object({ name: z.string(), value: z.string(), updated_at: z.string() })),
})
const setSecrets = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z.array(z.object({ name: z.string(), value: z.string() })).max(500),
  response: z.object({}),
  status: 201,
})
const removeSecrets = endpoint({
  method: 'DELETE',
  path: '/v1/projects/{ref}/secrets',
  access: 'secrets:write',
  params: byRef,
  body: z.array(z.string()).max(500),
  response: z.object({}),
})

const DeployQuery = z.object({ slug: FunctionSlug, bundleOnly: z.literal('false').optional() })
type DeployedText = {
  readonly slug: string
  readonly body: string
  readonly name?: string | undefined
  readonly verify_jwt?: boolean | undefined
}

const Metadata = z.object({
  entrypoint_path: z.string(),
  import_map_path: z.string().optional(),
  verify_jwt: z.boolean().optional(),
  name: z.string().min(1).max(100).optional(),
})

/** The Management API's operations on functions and secrets, at `/v1/projects/:ref`. */
export function addManagementRoutes(app: FastifyInstance, versions: Versions): void {
  async function deploy(request: FastifyRequest, given: Omit<Deployment, 'by'>) {
    const deployed = await versions.deploy(request.storedProject, {
      ...given,
      by: emailOf(request),
    })
    await request.audit({
      action: 'function.deploy',
      target: given.slug,
      metadata: { version: deployed.version.version },
    })
    return managedOf(deployed)
  }

  const deployText = (request: FastifyRequest, given: DeployedText) =>
    deploy(request, {
      slug: given.slug,
      bundle: createBundle({
        files: [{ path: 'index.ts', content: Buffer.from(given.body) }],
        entrypoint: 'index.ts',
      }),
      name: given.name,
      verifyJwt: given.verify_jwt,
    })

  const routes = [
    route(list).to(async ({ request }) =>
      (await versions.list(request.storedProject)).map(managedOf),
    ),
    route(create).to(({ body, request }) => deployText(request, body)),
    route(read).to(async ({ params, request }) =>
      managedOf(await versions.get(request.storedProject, params.function_slug)),
    ),
    route(update).to(async ({ params, body, request }) => {
      const { function_slug: slug } = params
      await versions.get(request.storedProject, slug)
      if (body.body !== undefined) return deployText(request, { ...body, slug, body: body.body })
      const updated = await versions.update(request.storedProject, slug, {
        name: body.name,
        verifyJwt: body.verify_jwt,
      })
      await request.audit({ action: 'function.update', target: params.function_slug })
      return managedOf(updated)
    }),
    route(remove).to(async ({ params, request }) => {
      await versions.remove(request.storedProject, params.function_slug)
      await request.audit({ action: 'function.delete', target: params.function_slug })
      return {}
    }),
    route(listSecrets).to(async ({ request }) =>
      (await versions.stored.list(request.storedProject)).map(({ name, digest, updatedAt }) => ({
        name,
        value: digest,
        updated_at: new Date(updatedAt).toISOString(),
      })),
    ),
    route(setSecrets).to(async ({ body, request }) => {
      await versions.stored.set(request.storedProject, body)
      const names = body.map(({ name }) => name).join(', ')
      await request.audit({ action: 'secret.set', metadata: { names } })
      return {}
    }),
    route(removeSecrets).to(async ({ body, request }) => {
      await versions.stored.remove(request.storedProject, body)
      await request.audit({ action: 'secret.remove', metadata: { names: body.join(', ') } })
      return {}
    }),
  ]
  for (const add of routes) add(app)

  // The handler reads the form from the stream.
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null, undefined))
  app.route({
    method: 'POST',
    url: '/v1/projects/:ref/functions/deploy',
    config: { access: 'functions:write' },
    async handler(request, reply) {
      const query = DeployQuery.safeParse(request.query)
      if (!query.success)
        throw invalid('The query needs a valid "slug", and "bundleOnly" can only be false.')
      const form = await receiveForm(request)
      const metadata = readMetadata(form.metadata)
      const deployed = await deploy(request, {
        slug: query.data.slug,
        bundle: createBundle({
          files: form.files,
          entrypoint: metadata.entrypoint_path,
          importMap: metadata.import_map_path,
        }),
        name: metadata.name,
        verifyJwt: metadata.verify_jwt,
      })
      return reply.status(201).send(ManagedFunction.parse(deployed))
    },
  })
}

function readMetadata(text: string | undefined): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(text ?? ''))
  } catch {
    throw invalid('The field "metadata" is not a JSON object with "entrypoint_path".')
  }
}

const managedOf = ({ record, version }: ActiveFunction): z.infer<typeof ManagedFunction> => ({
  id: record.id,
  slug: record.slug,
  name: record.name,
  status: 'ACTIVE',
  version: version.version,
  created_at: record.createdAt,
  updated_at: record.updatedAt,
  verify_jwt: record.verifyJwt,
  import_map: version.importMap !== undefined,
  entrypoint_path: version.entrypoint,
  ...(version.importMap !== undefined && { import_map_path: version.importMap }),
  ezbr_sha256: version.sha256,
})

const invalid = (message: string) =>
  new AppError('invalid_request', message, {
    status: 400,
    hint: 'Correct the request and send it again.',
  })

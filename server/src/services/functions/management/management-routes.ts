import { pathToFileURL } from 'node:url'
import {
  ManagedFunction,
  activateManagedFunctions,
  createManagedFunction,
  deleteManagedFunction,
  deployManagedFunction,
  listManagedFunctions,
  listManagedSecrets,
  readManagedFunction,
  readManagedFunctionBody,
  removeManagedSecrets,
  setManagedSecrets,
  updateManagedFunction,
} from '@stoa/contract/services/functions/management'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { invalidRequest } from '../../../lib/refusals.ts'
import { route, urlOf, type Route } from '../../../lib/http.ts'
import type { StoredProject } from '../../../project/project.ts'
import { emailOf } from '../members/function-routes.ts'
import { createBundle, type BundleFile } from '../versions/bundle.ts'
import type { Deployment } from '../versions/deploy.ts'
import type { ActiveFunction } from '../versions/function-records.ts'
import type { Versions } from '../versions/versions.ts'
import { MAX_FORM_BYTES, receiveForm } from './receive-form.ts'

type DeployedText = {
  readonly slug: string
  readonly body: string
  readonly name?: string | undefined
  readonly verify_jwt?: boolean | undefined
}

const Metadata = z.object({
  entrypoint_path: z.string(),
  // The official command line sends an empty path where there is no import map.
  import_map_path: z
    .string()
    .optional()
    .transform((path) => path || undefined),
  verify_jwt: z.boolean().optional(),
  name: z.string().min(1).max(100).optional(),
})

/** The Management API's operations on functions and secrets, at `/v1/projects/:ref`. */
export function managementRoutes(versions: Versions): readonly Route[] {
  async function deploy(request: FastifyRequest, given: Omit<Deployment, 'by'>) {
    const deployed = await versions.deploy(request.storedProject, {
      ...given,
      by: emailOf(request),
    })
    await request.recordAudit({
      action: given.isActivated === false ? 'function.bundle' : 'function.deploy',
      target: given.slug,
      metadata: { version: deployed.version.version },
    })
    return managedOf(request.storedProject, deployed)
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

  const deployForm: Route = (app) => {
    // The official command line sends it when it bundles with Docker.
    app.addContentTypeParser('application/vnd.denoland.eszip', (_request, _body, done) =>
      done(eszipNotSupported()),
    )
    // The handler reads the form from the stream.
    app.addContentTypeParser('multipart/form-data', (_request, body, done) => done(null, body))
    const { query: accepted } = deployManagedFunction
    app.route({
      method: deployManagedFunction.method,
      url: urlOf(deployManagedFunction),
      config: { access: deployManagedFunction.access },
      // The gateway counts a body up to this length as the project's memory.
      bodyLimit: MAX_FORM_BYTES,
      async handler(request, reply) {
        const query = accepted && z.safeParse(accepted, request.query)
        if (!query?.success) throw invalid('The query needs a valid "slug".')
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
          isActivated: query.data.bundleOnly !== 'true',
        })
        return reply.status(201).send(ManagedFunction.parse(deployed))
      },
    })
  }

  return [
    route(listManagedFunctions).to(async ({ request }) =>
      (await versions.list(request.storedProject)).map((each) =>
        managedOf(request.storedProject, each),
      ),
    ),
    route(createManagedFunction).to(({ body, request }) => deployText(request, body)),
    route(readManagedFunction).to(async ({ params, request }) =>
      managedOf(
        request.storedProject,
        await versions.get(request.storedProject, params.function_slug),
      ),
    ),
    route(updateManagedFunction).to(async ({ params, body, request }) => {
      const { function_slug: slug } = params
      await versions.get(request.storedProject, slug)
      if (body.body !== undefined) return deployText(request, { ...body, slug, body: body.body })
      const updated = await versions.update(request.storedProject, slug, {
        name: body.name,
        verifyJwt: body.verify_jwt,
      })
      await request.recordAudit({ action: 'function.update', target: params.function_slug })
      return managedOf(request.storedProject, updated)
    }),
    route(deleteManagedFunction).to(async ({ params, request }) => {
      await versions.remove(request.storedProject, params.function_slug)
      await request.recordAudit({ action: 'function.delete', target: params.function_slug })
      return {}
    }),
    route(activateManagedFunctions).to(async ({ body, request }) => {
      const activated = await versions.activateAll(
        request.storedProject,
        body.map(({ verify_jwt: verifyJwt, ...each }) => ({ ...each, verifyJwt })),
      )
      for (const { record } of activated)
        await request.recordAudit({
          action: 'function.activate',
          target: record.slug,
          metadata: { version: record.active },
        })
      return { functions: activated.map((each) => managedOf(request.storedProject, each)) }
    }),
    route(listManagedSecrets).to(async ({ request }) =>
      (await versions.stored.list(request.storedProject)).map(({ name, digest, updatedAt }) => ({
        name,
        value: digest,
        updated_at: new Date(updatedAt).toISOString(),
      })),
    ),
    route(setManagedSecrets).to(async ({ body, request }) => {
      await versions.stored.set(request.storedProject, body)
      const names = body.map(({ name }) => name).join(', ')
      await request.recordAudit({ action: 'secret.set', metadata: { names } })
      return {}
    }),
    route(removeManagedSecrets).to(async ({ body, request }) => {
      await versions.stored.remove(request.storedProject, body)
      await request.recordAudit({ action: 'secret.remove', metadata: { names: body.join(', ') } })
      return {}
    }),
    deployForm,
    readBody(versions),
  ]
}

/** Returns the files of the active version as a form. */
const readBody =
  (versions: Versions): Route =>
  (app) => {
    app.route({
      method: readManagedFunctionBody.method,
      url: urlOf(readManagedFunctionBody),
      config: { access: readManagedFunctionBody.access },
      async handler(request, reply) {
        const { function_slug: slug } = request.params as { function_slug: string }
        const { version } = await versions.get(request.storedProject, slug)
        const { files } = await versions.read(request.storedProject, slug, version.version)
        const form = new Response(formOf(version.entrypoint, files))
        return reply
          .type(form.headers.get('content-type') ?? '')
          .send(Buffer.from(await form.arrayBuffer()))
      },
    })
  }

/** The form in which the official command line expects a function's files. */
function formOf(entrypoint: string, files: readonly BundleFile[]): FormData {
  const form = new FormData()
  form.set('metadata', JSON.stringify({ deno2_entrypoint_path: entrypoint }))
  for (const { path, content } of files) form.append('file', new Blob([content]), path)
  return form
}

function readMetadata(text: string | undefined): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(text ?? ''))
  } catch {
    throw invalid('The field "metadata" is not a JSON object with "entrypoint_path".')
  }
}

const managedOf = (
  { ref }: StoredProject,
  { record, version }: ActiveFunction,
): z.infer<typeof ManagedFunction> => {
  const locate = (name: string) => fileUrl(`${ref}_${record.id}_${version.version}`, name)
  return {
    id: record.id,
    slug: record.slug,
    name: record.name,
    status: 'ACTIVE',
    version: version.version,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    verify_jwt: record.verifyJwt,
    import_map: version.importMap !== undefined,
    entrypoint_path: locate(version.entrypoint),
    ...(version.importMap !== undefined && { import_map_path: locate(version.importMap) }),
    ezbr_sha256: version.sha256,
  }
}

/** The URL of a file as Supabase returns it: agents parse it and remove this folder. */
const fileUrl = (deployment: string, name: string) =>
  pathToFileURL(`/tmp/user_fn_${deployment}/source/${name}`).href

const eszipNotSupported = () =>
  new AppError('eszip_not_supported', 'Functions cannot be deployed as an eszip bundle.', {
    status: 415,
    hint: 'Deploy the source files: run "supabase functions deploy" with --use-api.',
  })

const invalid = (message: string) =>
  invalidRequest(message, 'Correct the request and send it again.')

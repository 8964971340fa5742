import {
  ManagedFunction,
  deployManagedFunction,
} from '@stoa/contract/services/functions/management'
import type { FastifyRequest } from 'fastify'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { urlOf, type Route } from '../../../lib/http.ts'
import type { StoredProject } from '../../../project/project.ts'
import { emailOf } from '../members/function-routes.ts'
import { createBundle } from '../versions/bundle.ts'
import type { Deployment } from '../versions/deploy.ts'
import type { ActiveFunction } from '../versions/function-records.ts'
import type { Versions } from '../versions/versions.ts'
import { eszipNotSupported, invalid } from './errors.ts'
import { MAX_FORM_BYTES, receiveForm } from './receive-form.ts'

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

/** Deploys a function for a member of the organization, and records who did. */
async function deploy(
  versions: Versions,
  request: FastifyRequest,
  deployment: Omit<Deployment, 'by'>,
) {
  const by = emailOf(request)
  const deployed = await versions.deploy(request.storedProject, { ...deployment, by })
  await request.recordAudit({
    action: deployment.isActivated === false ? 'function.bundle' : 'function.deploy',
    target: deployment.slug,
    metadata: { version: deployed.version.version },
  })
  return managedOf(request.storedProject, deployed)
}

type DeployedText = {
  readonly slug: string
  readonly body: string
  readonly name?: string | undefined
  readonly verify_jwt?: boolean | undefined
}

/** Deploys one file as a whole function. */
export const deployText = (
  versions: Versions,
  request: FastifyRequest,
  { slug, body, name, verify_jwt: verifyJwt }: DeployedText,
) =>
  deploy(versions, request, {
    slug,
    bundle: createBundle({
      files: [{ path: 'index.ts', content: Buffer.from(body) }],
      entrypoint: 'index.ts',
    }),
    name,
    verifyJwt,
  })

/** Deploys the files of a form. */
export const deployForm =
  (versions: Versions): Route =>
  (app) => {
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
        const deployed = await deploy(versions, request, {
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

function readMetadata(text: string | undefined): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(text ?? ''))
  } catch {
    throw invalid('The field "metadata" is not a JSON object with "entrypoint_path".')
  }
}

export const managedOf = (
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

import { isUtf8 } from 'node:buffer'
import {
  activateFunctionVersion,
  checkFunctionFiles,
  checkFunctionTypes,
  deleteFunction,
  deployFunction,
  listFunctions,
  listFunctionSecrets,
  listFunctionVersions,
  readFunction,
  readFunctionVersion,
  removeFunctionSecrets,
  setFunctionSecrets,
  updateFunction,
  type DeployedFunction,
  type DeployedVersion,
  type FunctionSecret,
} from '@stoa/contract/services/functions/members'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { route, type Route } from '../../../lib/http.ts'
import { createBundle, type Bundle } from '../versions/bundle.ts'
import type { ActiveFunction } from '../versions/function-records.ts'
import type { ProjectHandle } from '../versions/record-store.ts'
import type { Versions } from '../versions/versions.ts'
import type { FunctionRecord, VersionRecord } from '../versions/records.ts'

/** The routes for members at `/platform/functions/:ref`; they work while the project is asleep. */
export function functionRoutes(versions: Versions): readonly Route[] {
  return [
    route(listFunctions).to(async ({ request }) =>
      (await versions.list(request.storedProject)).map(functionOf),
    ),
    route(readFunction).to(async ({ params, request }) =>
      functionOf(await versions.get(request.storedProject, params.function_slug)),
    ),
    route(deployFunction).to(async ({ params, body, request }) => {
      const bundle = bundleOf(body)
      const deployed = await versions.deploy(request.storedProject, {
        slug: params.function_slug,
        bundle,
        name: body.name,
        verifyJwt: body.verify_jwt,
        expectedVersion: body.expected_version,
        by: emailOf(request),
      })
      await request.recordAudit({
        action: 'function.deploy',
        target: params.function_slug,
        metadata: { version: deployed.version.version },
      })
      return functionOf(deployed)
    }),
    route(updateFunction).to(async ({ params, body, request }) => {
      const updated = await versions.update(request.storedProject, params.function_slug, {
        name: body.name,
        description: body.description,
        verifyJwt: body.verify_jwt,
      })
      await request.recordAudit({ action: 'function.update', target: params.function_slug })
      return functionOf(updated)
    }),
    route(deleteFunction).to(async ({ params, request }) => {
      await versions.remove(request.storedProject, params.function_slug)
      await request.recordAudit({ action: 'function.delete', target: params.function_slug })
      return {}
    }),
    route(listFunctionVersions).to(async ({ params, request }) => {
      const { record } = await versions.get(request.storedProject, params.function_slug)
      return record.versions.map((version) => versionOf(record, version)).toReversed()
    }),
    route(readFunctionVersion).to(async ({ params, request }) => {
      const { record, version, files } = await versions.read(
        request.storedProject,
        params.function_slug,
        params.version,
      )
      return { ...versionOf(record, version), files: files.map(fileOf) }
    }),
    route(checkFunctionTypes).to(({ params, request }) =>
      versions.checkTypes(request.storedProject, params.function_slug, params.version),
    ),
    route(checkFunctionFiles).to(({ body, request }) =>
      versions.check(request.storedProject, bundleOf(body)),
    ),
    route(activateFunctionVersion).to(async ({ params, request }) => {
      const { function_slug: slug, version } = params
      const active = await versions.activate(request.storedProject, slug, version)
      await request.recordAudit({
        action: 'function.activate',
        target: slug,
        metadata: { version },
      })
      return functionOf(active)
    }),
    route(listFunctionSecrets).to(({ request }) => secretsOf(versions, request.storedProject)),
    route(setFunctionSecrets).to(async ({ body, request }) => {
      await versions.stored.set(request.storedProject, body)
      await request.recordAudit({
        action: 'secret.set',
        metadata: { names: body.map(({ name }) => name).join(', ') },
      })
      return secretsOf(versions, request.storedProject)
    }),
    route(removeFunctionSecrets).to(async ({ body, request }) => {
      await versions.stored.remove(request.storedProject, body)
      await request.recordAudit({ action: 'secret.remove', metadata: { names: body.join(', ') } })
      return {}
    }),
  ]
}

export const emailOf = ({ member }: FastifyRequest): string | null =>
  member.kind === 'person' ? member.email : null

const bundleOf = (body: z.infer<NonNullable<typeof checkFunctionFiles.body>>): Bundle =>
  createBundle({
    files: body.files.map((file) => ({
      path: file.path,
      content: Buffer.from(file.content, file.encoding),
    })),
    entrypoint: body.entrypoint_path,
    importMap: body.import_map_path,
  })

const timestamp = (at: number) => new Date(at).toISOString()

const functionOf = ({ record, version }: ActiveFunction): DeployedFunction => ({
  id: record.id,
  slug: record.slug,
  name: record.name,
  description: record.description,
  status: 'ACTIVE',
  verify_jwt: record.verifyJwt,
  version: version.version,
  created_at: timestamp(record.createdAt),
  updated_at: timestamp(record.updatedAt),
})

const versionOf = (record: FunctionRecord, version: VersionRecord): DeployedVersion => ({
  version: version.version,
  is_active: version.version === record.active,
  created_at: timestamp(version.createdAt),
  created_by: version.createdBy,
  bytes: version.bytes,
  entrypoint_path: version.entrypoint,
  import_map_path: version.importMap ?? null,
})

function fileOf({ path, content }: { readonly path: string; readonly content: Buffer }) {
  const encoding = isUtf8(content) ? 'utf8' : 'base64'
  return { path, encoding, content: content.toString(encoding) } as const
}

async function secretsOf(versions: Versions, place: ProjectHandle): Promise<FunctionSecret[]> {
  const secrets = await versions.stored.list(place)
  return secrets.map(({ name, digest, updatedAt }) => ({
    name,
    digest,
    updated_at: timestamp(updatedAt),
  }))
}

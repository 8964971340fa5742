import {
  activateManagedFunctions,
  createManagedFunction,
  deleteManagedFunction,
  listManagedFunctions,
  listManagedSecrets,
  readManagedFunction,
  readManagedFunctionBody,
  removeManagedSecrets,
  setManagedSecrets,
  updateManagedFunction,
} from '@stoa/contract/services/functions/management'
import { route, urlOf, type Route } from '../../../lib/http.ts'
import type { BundleFile } from '../versions/bundle.ts'
import type { Versions } from '../versions/versions.ts'
import { deployForm, deployText, managedOf } from './deploy-function.ts'

/** The Management API's operations on functions and secrets, at `/v1/projects/:ref`. */
export function managementRoutes(versions: Versions): readonly Route[] {
  return [
    route(listManagedFunctions).to(async ({ request }) =>
      (await versions.list(request.storedProject)).map((each) =>
        managedOf(request.storedProject, each),
      ),
    ),
    route(createManagedFunction).to(({ body, request }) => deployText(versions, request, body)),
    route(readManagedFunction).to(async ({ params, request }) =>
      managedOf(
        request.storedProject,
        await versions.get(request.storedProject, params.function_slug),
      ),
    ),
    route(updateManagedFunction).to(async ({ params, body, request }) => {
      const { function_slug: slug } = params
      await versions.get(request.storedProject, slug)
      if (body.body !== undefined)
        return deployText(versions, request, { ...body, slug, body: body.body })
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
    deployForm(versions),
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

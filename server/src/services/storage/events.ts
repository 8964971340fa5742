import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { AppError } from '../../lib/errors.ts'
import type { StorageContext } from './context.ts'

// The project's log about its files. It never contains a token, a key, or the query of a URL.

const MAX_NAMES = 20

type Key = { readonly bucket: string; readonly name: string }
type Removed = {
  readonly name: string
  readonly metadata: { readonly size?: number | undefined } | null
}
type Actor = Pick<StorageContext, 'project' | 'role'>

export function noteUpload({ project, role }: Actor, { bucket, name }: Key, bytes: number): void {
  const fields = { event: 'object_uploaded', bucket, name, bytes, role }
  project.log('storage').info(fields, 'An object was uploaded.')
}

/** One line for objects that were deleted together, with the first of their names. */
export function noteRemoval(
  { project, role }: Actor,
  bucket: string,
  removed: readonly Removed[],
): void {
  if (removed.length === 0) return
  const names = removed.slice(0, MAX_NAMES).map(({ name }) => name)
  const bytes = removed.reduce((sum, { metadata }) => sum + (metadata?.size ?? 0), 0)
  project
    .log('storage')
    .info(
      { event: 'objects_deleted', bucket, names, count: removed.length, bytes, role },
      'Objects were deleted.',
    )
}

type Refused = Pick<FastifyRequest, 'method' | 'headers' | 'params'> &
  // Absent if the request is refused before its owner is known.
  Partial<Pick<FastifyRequest, 'project' | 'caller'>>

/** The path of a route: `:bucket` and the name, or both together. */
const Params = z.object({ bucket: z.string().optional(), '*': z.string().optional() })

/** A refused request that would have changed something. The gateway logs refused reads. */
export function noteRefusal(request: Refused, { code, message }: AppError): void {
  const { project, caller, method, headers } = request
  if (!project || !caller || method === 'GET' || method === 'HEAD') return
  const params = Params.safeParse(request.params).data
  const bytes = Number(headers['content-length'] ?? 0)
  const target = params?.bucket === undefined ? splitTarget(params?.['*']) : named(params)
  project
    .log('storage')
    .warn(
      { event: 'request_refused', code, ...target, bytes, role: caller.role },
      `A request was refused: ${message}`,
    )
}

const named = ({ bucket, '*': name }: z.infer<typeof Params>) => ({ bucket, name })

function splitTarget(path = '') {
  const slash = path.indexOf('/')
  return slash < 0
    ? { bucket: path, name: undefined }
    : { bucket: path.slice(0, slash), name: path.slice(slash + 1) }
}

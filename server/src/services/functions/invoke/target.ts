import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import type { FunctionVersion, VersionSource } from '../versions/version.ts'

const SLUG = /^[A-Za-z][\w-]{0,47}$/

export const notFound = (): AppError =>
  new AppError('NOT_FOUND', 'Requested function was not found', {
    status: 404,
    hint: 'Check the name in the URL, and deploy the function if it is missing.',
  })

/** The function that a path such as `/hello/world` or `/hello?name=Ada` names. Throws 404. */
export async function findTarget(
  source: VersionSource,
  project: Project,
  path: string,
): Promise<FunctionVersion> {
  const [, slug = ''] = path.split(/[/?]/, 2)
  const found = SLUG.test(slug) ? await source.find(project, slug) : undefined
  if (!found) throw notFound()
  return found
}

/**
 * The URL that a function sees: its own host, and the path from its name on, as on Supabase. In this
 * form, it is also what Deno takes as the URL of the request.
 */
export const targetUrl = ({ apiUrl }: Project, pathAndQuery: string): string =>
  new URL(apiUrl).origin + pathAndQuery

import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import type { VersionSource } from '../versions/version.ts'

const SLUG = /^\/([A-Za-z][\w-]{0,47})(?:[/?]|$)/

export const notFound = (): AppError =>
  new AppError('NOT_FOUND', 'Requested function was not found', {
    status: 404,
    hint: 'Check the name in the URL, and deploy the function if it is missing.',
  })

/** The function that a path such as `/hello/world` or `/hello?name=Ada` names. */
export function findTarget(
  source: VersionSource,
  project: Project,
  path: string,
): ReturnType<VersionSource['find']> {
  const slug = SLUG.exec(path)?.[1]
  return slug === undefined ? undefined : source.find(project, slug)
}

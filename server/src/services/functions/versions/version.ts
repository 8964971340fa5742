import type { Project } from '../../../project/project.ts'

/** One deployed version of a function, ready to run. */
export type FunctionVersion = {
  /** The function's id (uuid) and the version's number, which grows by one with each deployment. */
  readonly functionId: string
  readonly version: number
  readonly slug: string
  /** Whether callers need a valid JWT. */
  readonly verifyJwt: boolean
  /** The absolute path of the folder with the version's files; nothing in it changes. */
  readonly folder: string
  /** Paths inside the folder, with slashes. */
  readonly entrypoint: string
  readonly importMap: string | undefined
}

/** Names one version of one function of one project, for people who compare logs. */
export const deploymentId = (
  ref: string,
  { functionId, version }: Pick<FunctionVersion, 'functionId' | 'version'>,
): string => `${ref}_${functionId}_${version}`

/** Where the runtime finds functions. */
export type VersionSource = {
  /** The active version of a slug, or undefined. */
  find: (
    project: Project,
    slug: string,
  ) => FunctionVersion | undefined | Promise<FunctionVersion | undefined>
  /** The secrets of a project as environment variables. */
  secrets: (project: Project) => Promise<Readonly<Record<string, string>>>
}

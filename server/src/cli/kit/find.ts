import { listOrganizations, type Organization } from '@stoa/contract/platform/organizations'
import { listProjects, type Project } from '@stoa/contract/platform/projects'
import { AppError } from '../../lib/errors.ts'
import type { Client } from './client.ts'

/** Finds a project by ref or name, in any case; rejects with `project_ambiguous` if several have the name. */
export async function findProject(client: Client, nameOrRef: string): Promise<Project> {
  const projects = await client(listProjects)
  const byRef = projects.find(({ ref }) => ref === nameOrRef)
  if (byRef) return byRef
  const [only, ...others] = withName(projects, nameOrRef)
  if (!only)
    throw new AppError('unknown_project', `No project has the name or ref "${nameOrRef}".`, {
      status: 404,
      hint: 'Run "npm run -s stoa -- project list" to list the projects.',
    })
  if (others.length === 0) return only
  const refs = [only, ...others].map(({ ref }) => ref)
  throw new AppError('project_ambiguous', `Several projects are named "${nameOrRef}".`, {
    status: 409,
    hint: `Use the ref instead: ${refs.join(', ')}.`,
  })
}

/** Finds an organization by slug or name, in any case; without either, returns the only one. */
export async function findOrganization(
  client: Client,
  nameOrSlug: string | undefined,
): Promise<Organization> {
  const organizations = await client(listOrganizations)
  const bySlug = organizations.find(({ slug }) => slug === nameOrSlug)
  if (bySlug) return bySlug
  const [only, ...others] =
    nameOrSlug === undefined ? organizations : withName(organizations, nameOrSlug)
  if (only && others.length === 0) return only
  if (!only)
    throw new AppError(
      'unknown_organization',
      nameOrSlug === undefined
        ? 'No organizations yet.'
        : `No organization has the name or slug "${nameOrSlug}".`,
      { status: 404, hint: 'Create one with "npm run -s stoa -- org create --name <name>".' },
    )
  const slugs = [only, ...others].map(({ slug }) => slug)
  throw new AppError('organization_ambiguous', 'There are several organizations.', {
    status: 409,
    hint: `Select one with --org: ${slugs.join(', ')}.`,
  })
}

/**
 * The records with the name, or, if none has exactly this one, those whose name differs only in
 * case.
 */
function withName<T extends { readonly name: string }>(records: readonly T[], name: string): T[] {
  const exact = records.filter((record) => record.name === name)
  if (exact.length > 0) return exact
  return records.filter((record) => record.name.toLowerCase() === name.toLowerCase())
}

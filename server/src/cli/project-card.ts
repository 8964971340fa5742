import { getApiKeys, revealSecrets } from '@stoa/contract/platform/keys'
import { getProject } from '@stoa/contract/platform/projects'
import type { Client } from './kit/client.ts'

/** Reads all that a script needs to use a project, including secrets; the audit log records it. */
export async function readProjectCard(client: Client, ref: string) {
  const params = { ref }
  const [project, publicKeys, secrets] = await Promise.all([
    client(getProject, { params }),
    client(getApiKeys, { params }),
    client(revealSecrets, { params }),
  ])
  const { endpoints } = project
  return {
    ref,
    name: project.name,
    status: project.status,
    compute: project.compute,
    organization_slug: project.organization_slug,
    region: project.region,
    db_version: project.dbVersion,
    failure: project.failure,
    api_url: endpoints.api_url,
    host_api_url: endpoints.host_api_url,
    anon_key: publicKeys.anon_key,
    publishable_key: publicKeys.publishable_key,
    service_role_key: secrets.service_role_key,
    secret_key: secrets.secret_key,
    jwt_secret: secrets.jwt_secret,
    connection_string: secrets.connection_string,
    database_host: endpoints.database_host,
    database_port: endpoints.database_port,
    database_user: endpoints.database_user,
    database_name: endpoints.database_name,
    database_password: secrets.database_password,
  }
}
export type ProjectCard = Awaited<ReturnType<typeof readProjectCard>>

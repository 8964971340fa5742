import { randomUUID } from 'node:crypto'
import { PASSWORD, type DashboardSession } from './account.ts'
import { askPlatform } from './platform-api.ts'
import type { SharedProject } from './project.ts'

/**
 * Creates an account that is a member of the project's organization. Its address is new, because
 * other files use the same server.
 */
export async function joinAs(
  { server, project }: Pick<SharedProject, 'server' | 'project'>,
  role: string,
): Promise<DashboardSession> {
  const email = `${randomUUID()}@example.com`
  const { link } = await askPlatform<{ link: string }>(
    server,
    'POST',
    `/organizations/${project.organization_slug}/invitations`,
    { email, role },
  )
  const headers = { 'content-type': 'application/json' }
  const post = async (path: string, body: object, token?: string) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as DashboardSession & { expires_in: number }
  }
  const { expires_in, ...made } = await post('/auth/v1/signup', { email, password: PASSWORD })
  const token = new URL(link).searchParams.get('token')
  await post('/platform/invitations/accept', { token }, made.access_token)
  const expires_at = Math.floor(Date.now() / 1000) + expires_in
  return { ...made, expires_at }
}

import { randomUUID } from 'node:crypto'
import { PASSWORD, type DashboardSession } from './account.ts'
import { askPlatform } from './platform-api.ts'
import type { SharedProject } from './project.ts'
import type { StartedServer } from './server.ts'

type Invited = {
  /** The organization's slug. */
  readonly slug: string
  readonly email: string
  readonly role: string
  readonly password?: string
}

/**
 * Creates a confirmed account and signs it in. The platform confirms no address without its mailbox,
 * but an operator's invitation proves it. Returns the invitation's token, too, which is not accepted.
 */
export async function signUpInvited(
  server: Pick<StartedServer, 'url' | 'dataDir'>,
  { slug, email, role, password = PASSWORD }: Invited,
): Promise<{ session: DashboardSession; inviteToken: string; invitationId: string }> {
  const { id, link } = await askPlatform<{ id: string; link: string }>(
    server,
    'POST',
    `/organizations/${slug}/invitations`,
    { email, role },
  )
  const inviteToken = new URL(link).searchParams.get('token') ?? ''
  const { expires_in, ...made } = await post<DashboardSession & { expires_in: number }>(
    `${server.url}/auth/v1/signup`,
    { email, password, invite_token: inviteToken },
  )
  const session = { ...made, expires_at: Math.floor(Date.now() / 1000) + expires_in }
  return { session, inviteToken, invitationId: id }
}

/** Creates a confirmed account that is a member of the organization, and signs it in. */
export async function signUpMember(
  server: Pick<StartedServer, 'url' | 'dataDir'>,
  invited: Invited,
): Promise<DashboardSession> {
  const { session, inviteToken } = await signUpInvited(server, invited)
  await post(
    `${server.url}/platform/invitations/accept`,
    { token: inviteToken },
    session.access_token,
  )
  return session
}

/**
 * Creates an account that is a member of the project's organization. Its address is new, because
 * other files use the same server.
 */
export const joinAs = (
  { server, project }: Pick<SharedProject, 'server' | 'project'>,
  role: string,
): Promise<DashboardSession> =>
  signUpMember(server, {
    slug: project.organization_slug,
    email: `${randomUUID()}@example.com`,
    role,
  })

async function post<T>(url: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${url}: ${await answer.text()}`)
  return (await answer.json()) as T
}

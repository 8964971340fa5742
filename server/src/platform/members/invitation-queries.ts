import { Role } from '@stoa/contract/platform/permissions'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const InvitationRow = z.object({
  id: z.uuid(),
  email: z.string(),
  role: Role,
  invited_at: Timestamp,
  expires_at: Timestamp,
})
export type InvitationRow = z.infer<typeof InvitationRow>

const columns = sql`id, email, role, invited_at, expires_at`

export const listOpenInvitations = (session: Session, organizationId: number) =>
  session.many(
    sql`
      select ${columns} from platform.invitations
      where organization_id = ${organizationId} and accepted_at is null
      order by invited_at desc, id`,
    InvitationRow,
  )

/** An address has at most one open invitation per organization: a new one replaces it and its link. */
export const upsertInvitation = (
  session: Session,
  invitation: {
    organizationId: number
    email: string
    role: Role
    tokenDigest: Buffer
    /** The digest of the token that only the mailbox or an operator receives. */
    proofDigest: Buffer
    /** The account that invites; null for the operator credential. */
    invitedBy: string | null
    invitedAt: Date
    expiresAt: Date
  },
) =>
  session.one(
    sql`
      insert into platform.invitations
        (organization_id, email, role, token_digest, proof_digest, invited_by, invited_at,
         expires_at)
      values
        (${invitation.organizationId}, ${invitation.email}, ${invitation.role},
         ${invitation.tokenDigest}, ${invitation.proofDigest}, ${invitation.invitedBy},
         ${invitation.invitedAt}, ${invitation.expiresAt})
      on conflict (organization_id, lower(email)) where accepted_at is null do update set
        email = excluded.email, role = excluded.role, token_digest = excluded.token_digest,
        proof_digest = excluded.proof_digest, proved_at = null,
        invited_by = excluded.invited_by, invited_at = excluded.invited_at,
        expires_at = excluded.expires_at
      returning ${columns}`,
    InvitationRow,
  )

export const findOpenInvitation = (session: Session, organizationId: number, id: string) =>
  session.maybe(
    sql`
      select ${columns} from platform.invitations
      where organization_id = ${organizationId} and id = ${id} and accepted_at is null`,
    InvitationRow,
  )

export const deleteOpenInvitation = (session: Session, organizationId: number, id: string) =>
  session.run(sql`
    delete from platform.invitations
    where organization_id = ${organizationId} and id = ${id} and accepted_at is null`)

/** The invitation of a token, locked until the transaction ends, so that it is accepted once. */
export const lockByToken = (session: Session, tokenDigest: Buffer) =>
  session.maybe(
    sql`
      select i.id, i.email, i.role, i.expires_at, i.accepted_at, i.organization_id, o.slug
      from platform.invitations i
      join platform.organizations o on o.id = i.organization_id
      where i.token_digest = ${tokenDigest} or i.proof_digest = ${tokenDigest}
      for update of i`,
    z.object({
      id: z.uuid(),
      email: z.string(),
      role: Role,
      expires_at: z.date(),
      accepted_at: z.date().nullable(),
      organization_id: z.coerce.number(),
      slug: z.string(),
    }),
  )

export const markAccepted = (session: Session, id: string, at: Date) =>
  session.run(sql`update platform.invitations set accepted_at = ${at} where id = ${id}`)

/** The organization, role and address of a token's invitation, and who invited. */
export const findOffer = (session: Session, tokenDigest: Buffer) =>
  session.maybe(
    sql`
      select o.name as organization_name, i.email, i.role, i.expires_at, i.accepted_at,
        coalesce(p.display_name, p.primary_email) as inviter
      from platform.invitations i
      join platform.organizations o on o.id = i.organization_id
      left join platform.profiles p on p.user_id = i.invited_by
      where i.token_digest = ${tokenDigest} or i.proof_digest = ${tokenDigest}`,
    z.object({
      organization_name: z.string(),
      email: z.string(),
      role: Role,
      expires_at: z.date(),
      accepted_at: z.date().nullable(),
      inviter: z.string().nullable(),
    }),
  )

/** The invitation of a token, and whether this token verifies the address. */
export const findInvitation = (session: Session, tokenDigest: Buffer) =>
  session.maybe(
    sql`
      select email, expires_at, accepted_at, token_digest, proof_digest, proved_at
      from platform.invitations
      where token_digest = ${tokenDigest} or proof_digest = ${tokenDigest}`,
    z.object({
      email: z.string(),
      expires_at: z.date(),
      accepted_at: z.date().nullable(),
      token_digest: z.instanceof(Buffer),
      proof_digest: z.instanceof(Buffer).nullable(),
      proved_at: z.date().nullable(),
    }),
  )

/** Records that an invitation's proof was used. Of two requests, only one gets true. */
export const useProof = async (session: Session, proofDigest: Buffer, at: Date): Promise<boolean> =>
  (await session.run(sql`
    update platform.invitations set proved_at = ${at}
    where proof_digest = ${proofDigest} and proved_at is null and accepted_at is null
      and expires_at > ${at}`)) === 1

import type { Mail } from '@stoa/contract/platform/installation'
import type { Mailer } from '../../project/mailer.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Database } from '../../postgres/database.ts'
import { insertMail, listMails, trimMails } from './queries.ts'

/** The key of the platform's own mail among the projects' mails. */
export const PLATFORM_MAIL = 'platform'

const KEPT_PER_PROJECT = 1000

export type Mailbox = {
  /** Stores a mail instead of sending it. Each project keeps its newest 1000. */
  readonly keep: Mailer
  /** A project's mails, or the platform's own under `platform`; newest first. */
  list(projectRef: string): Promise<Mail[]>
}

/** The local mailbox, which stores mail on an installation without a mail server. */
export function createMailbox({ control, clock }: { control: Database; clock: Clock }): Mailbox {
  // Service access: the server is the sender, and the permission table decides who reads.
  const session = control.as('supabase_admin')
  return {
    async keep(mail) {
      await session.transaction(async (tx) => {
        await insertMail(tx, { ...mail, sentAt: clock.now() })
        await trimMails(tx, mail.projectRef, KEPT_PER_PROJECT)
      })
    },
    async list(projectRef) {
      const rows = await listMails(session, projectRef)
      return rows.map(({ recipient, ...mail }) => ({ ...mail, to: recipient }))
    },
  }
}

import type { MailOutcome } from '@stoa/contract/platform/mail'
import { useState } from 'react'
import { NotOffered } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCapability, useProfile } from '../../data/resources/platform/profile.ts'
import type { SentTicket } from '../../data/resources/platform/support.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { TicketForm, type TicketPrefill } from './ticket-form.tsx'

type NewTicketProps = { prefill: TicketPrefill; onDone: () => void }

/** The page for support requests. */
export function NewTicket({ prefill, onDone }: NewTicketProps) {
  useTitle('Support')
  const profile = useProfile()
  const can = useCapability()
  const [sent, setSent] = useState<SentTicket>()
  if (profile.error && !profile.data) {
    return (
      <Page width="narrow">
        <PageHeader title="Contact support" />
        <QueryError
          error={profile.error}
          title="Could not load your profile"
          onRetry={() => void profile.refetch()}
        />
      </Page>
    )
  }
  if (!profile.data) {
    return (
      <Page width="narrow" aria-busy>
        <Skeleton className="h-96" />
      </Page>
    )
  }
  if (!can('support:create')) {
    return (
      <Page width="narrow">
        <NotOffered>This installation doesn’t accept support requests.</NotOffered>
      </Page>
    )
  }
  if (sent) return <Sent ticket={sent} onAnother={() => setSent(undefined)} onDone={onDone} />
  return (
    <Page width="narrow">
      <PageHeader
        title="Contact support"
        description="Your request is sent to the operators of this installation."
      />
      <TicketForm prefill={prefill} email={profile.data.primary_email} onSent={setSent} />
    </Page>
  )
}

const OUTCOMES: Readonly<Record<MailOutcome, (email: string) => string>> = {
  sent: (email) => `Support will reply to ${email}.`,
  no_mail_server: (email) =>
    `Your request is stored for the operators of this installation, who can reply to ${email}.`,
  failed: () =>
    'Your request is stored, but the email to support could not be sent. If nobody replies, contact an operator of this installation.',
}

type SentProps = { ticket: SentTicket; onAnother: () => void; onDone: () => void }

function Sent({ ticket, onAnother, onDone }: SentProps) {
  return (
    <Page width="narrow">
      <PageHeader title="Request received" />
      <Callout type={ticket.mail === 'failed' ? 'caution' : 'tip'} title={ticket.subject}>
        {OUTCOMES[ticket.mail](ticket.email)} Your ticket number is <code>{ticket.number}</code>.
      </Callout>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={onDone}>
          Done
        </Button>
        <Button onClick={onAnother}>Send another</Button>
      </div>
    </Page>
  )
}

import type { Mail } from '@stoa/contract/platform/installation'
import type { ReactNode } from 'react'
import { useUrlParam } from '../../components/list/use-search-param.ts'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { classNames } from '../../lib/class-names.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Message } from './message.tsx'

type MailboxProps = {
  description: ReactNode
  emptyText: ReactNode
  mails: readonly Mail[] | undefined
  error: unknown
  onRetry: () => void
}

/**
 * Mail stored here because no mail server is configured: list on the left, message on the right.
 */
export function Mailbox({ description, emptyText, mails, error, onRetry }: MailboxProps) {
  const [chosenId, choose] = useUrlParam('mail')
  const chosen = mails?.find(({ id }) => id === chosenId) ?? mails?.[0]
  return (
    <Page>
      <PageHeader title="Mailbox" description={description} />
      {Boolean(error) && (
        <QueryError error={error} title="Could not load the messages" onRetry={onRetry} />
      )}
      {!mails && !error && <Skeleton className="h-96" />}
      {mails?.length === 0 && <EmptyState title="No messages yet" description={emptyText} />}
      {mails && chosen && (
        <div className="grid overflow-hidden rounded-md border bg-raised md:grid-cols-[18rem_minmax(0,1fr)]">
          <ul className="max-h-64 divide-y overflow-y-auto border-b md:max-h-[calc(100dvh-12rem)] md:border-r md:border-b-0">
            {mails.map((mail) => (
              <li key={mail.id}>
                <button
                  type="button"
                  aria-current={mail.id === chosen.id}
                  onClick={() => choose(mail.id)}
                  className={classNames(
                    'grid w-full gap-0.5 px-3 py-2 text-left transition-colors',
                    mail.id === chosen.id ? 'bg-selected' : 'hover:bg-hover',
                  )}
                >
                  <span className="flex items-baseline justify-between gap-2">
                    <span className="truncate font-medium">{mail.subject}</span>
                    <Time date={mail.sent_at} className="shrink-0 text-2xs text-muted" />
                  </span>
                  <span className="truncate text-xs text-muted">{mail.to}</span>
                </button>
              </li>
            ))}
          </ul>
          <Message key={chosen.id} mail={chosen} />
        </div>
      )}
    </Page>
  )
}

import type { AccountSession } from '@stoa/contract/platform/sessions'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { Time } from '../../components/time.tsx'
import {
  useEndOtherSessions,
  useEndSession,
  useSessions,
} from '../../data/resources/platform/sessions.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

/** Where the account is signed in. */
export function SessionsSection() {
  const sessions = useSessions()
  const [isAsking, setIsAsking] = useState(false)
  const endOthers = useEndOtherSessions()
  return (
    <Section
      title="Sessions"
      description="Browsers where you are signed in. If you don’t recognize one, sign it out and change your password."
    >
      <QueryList
        label="sessions"
        query={sessions}
        skeleton={<Skeleton className="h-20" />}
        empty={{ title: 'No sessions', description: 'Browsers where you sign in appear here.' }}
      >
        {(items) => (
          <RecordList
            label="Sessions"
            items={items}
            row={(session) => ({
              title: deviceOf(session),
              beside: session.is_current && <Badge>This session</Badge>,
              detail: (
                <>
                  {session.ip ?? 'Unknown address'}
                  {session.last_used_at && (
                    <>
                      , last active <Time date={session.last_used_at} />
                    </>
                  )}
                </>
              ),
              action: !session.is_current && <SignOutButton session={session} />,
            })}
          />
        )}
      </QueryList>
      {sessions.data && sessions.data.length > 1 && (
        <div>
          <Button onClick={() => setIsAsking(true)}>Sign out everywhere else</Button>
        </div>
      )}
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title="Sign out everywhere else?"
        description="All sessions but this one end. Your access tokens keep working."
        confirmLabel="Sign out everywhere else"
        loading={endOthers.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => endOthers.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </Section>
  )
}

const deviceOf = ({ device }: AccountSession) => device || 'Unknown browser'

function SignOutButton({ session }: { session: AccountSession }) {
  const end = useEndSession()
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={`Sign out ${deviceOf(session)}`}
      pending={end.isPending}
      onClick={() => end.mutate(session.id)}
    >
      Sign out
    </Button>
  )
}

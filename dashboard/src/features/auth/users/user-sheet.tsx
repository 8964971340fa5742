import type { UserDetail } from '@stoa/contract/services/auth/members'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { hasErrorCode } from '../../../data/client/api-error.ts'
import { useUser } from '../../../data/resources/services/auth/user.ts'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Sheet, SheetBody } from '../../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../../ui/layout/tabs.tsx'
import { UserAudit } from './user-audit.tsx'
import { UserMetadata } from './user-metadata.tsx'
import { UserOverview } from './user-overview.tsx'
import { UserRequests } from './user-requests.tsx'
import { UserSessions } from './user-sessions.tsx'
import { nameOf } from '../words.ts'

type UserSheetProps = {
  projectRef: string
  userId: string
  canWrite: boolean
  onClose: () => void
}

/** Everything about one user, with the actions on the account. */
export function UserSheet({ projectRef, userId, canWrite, onClose }: UserSheetProps) {
  const { data: user, error, refetch } = useUser(projectRef, userId)
  const isGone = hasErrorCode(error, 'user_not_found')
  return (
    <Sheet open size="lg" title={user ? nameOf(user) : 'User'} onClose={onClose}>
      <SheetBody>
        {isGone && (
          <EmptyState
            title="This user does not exist"
            description="The account was deleted, or the link is wrong."
          />
        )}
        {error && !isGone && (
          <QueryError
            error={error}
            title="Could not load the user"
            onRetry={() => void refetch()}
          />
        )}
        {!error && !user && <Skeleton className="h-64" />}
        {!error && user && (
          <UserTabs projectRef={projectRef} user={user} canWrite={canWrite} onClose={onClose} />
        )}
      </SheetBody>
    </Sheet>
  )
}

type UserTabsProps = Omit<UserSheetProps, 'userId'> & { user: UserDetail }

function UserTabs({ projectRef, user, canWrite, onClose }: UserTabsProps) {
  const [tab, setTab] = useState('overview')
  return (
    <Tabs value={tab} onValueChange={setTab}>
      <TabsList>
        <TabsTrigger value="overview">Overview</TabsTrigger>
        <TabsTrigger value="sessions">Sessions</TabsTrigger>
        <TabsTrigger value="metadata">Metadata</TabsTrigger>
        <TabsTrigger value="audit">Audit log</TabsTrigger>
        <TabsTrigger value="requests">Requests</TabsTrigger>
        <TabsTrigger value="json">JSON</TabsTrigger>
      </TabsList>
      <TabsContent value="overview">
        <UserOverview projectRef={projectRef} user={user} canWrite={canWrite} onDeleted={onClose} />
      </TabsContent>
      <TabsContent value="sessions">
        <UserSessions projectRef={projectRef} userId={user.id} canWrite={canWrite} />
      </TabsContent>
      {/* Stays mounted, so that a draft survives a switch to another tab. */}
      <TabsContent value="metadata" forceMount hidden={tab !== 'metadata'}>
        <UserMetadata projectRef={projectRef} user={user} canWrite={canWrite} />
      </TabsContent>
      <TabsContent value="audit">
        <UserAudit projectRef={projectRef} userId={user.id} />
      </TabsContent>
      <TabsContent value="requests">
        <UserRequests projectRef={projectRef} userId={user.id} />
      </TabsContent>
      <TabsContent value="json">
        <CodeBlock label="user as JSON" code={JSON.stringify(user, null, 2)} wrap />
      </TabsContent>
    </Tabs>
  )
}

import type { Notification } from '@stoa/contract/platform/notifications'
import { Link } from '@tanstack/react-router'
import {
  useArchiveAll,
  useMarkRead,
  useNotifications,
} from '../../data/resources/platform/notifications.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { StatusDot, type StatusTone } from '../../ui/display/status-dot.tsx'
import { QueryError } from '../query-error.tsx'
import { Time } from '../time.tsx'

/** The notifications, in the popover of the bell. */
export function Inbox({ onLeave }: { onLeave: () => void }) {
  const { data, error, refetch } = useNotifications()
  const markRead = useMarkRead()
  const archiveAll = useArchiveAll()
  const unread = data?.notifications.filter(({ read_at }) => read_at === null) ?? []
  return (
    <>
      <div className="sticky top-0 flex min-h-10 items-center gap-1 border-b bg-raised px-3">
        <h2 className="mr-auto font-semibold">Notifications</h2>
        {unread.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            pending={markRead.isPending}
            onClick={() => markRead.mutate(unread.map(({ id }) => id))}
          >
            Mark all read
          </Button>
        )}
        {data && data.notifications.length > 0 && (
          <Button
            variant="ghost"
            size="sm"
            pending={archiveAll.isPending}
            onClick={() => archiveAll.mutate()}
          >
            Archive all
          </Button>
        )}
      </div>
      {error && !data && (
        <QueryError
          error={error}
          title="Could not load the notifications"
          onRetry={() => void refetch()}
          className="border-0"
        />
      )}
      {!data && !error && <Skeleton className="m-3 h-16" />}
      {data?.notifications.length === 0 && (
        <p className="px-3 py-8 text-center text-muted">No notifications</p>
      )}
      <ul className="divide-y">
        {data?.notifications.map((notification) => (
          <Item
            key={notification.id}
            notification={notification}
            onOpen={() => {
              if (notification.read_at === null) markRead.mutate([notification.id])
              onLeave()
            }}
            onRead={() => markRead.mutate([notification.id])}
          />
        ))}
      </ul>
    </>
  )
}

const TONES: Record<Notification['priority'], StatusTone> = {
  info: 'neutral',
  warning: 'warning',
  critical: 'danger',
}

type ItemProps = { notification: Notification; onOpen: () => void; onRead: () => void }

function Item({ notification, onOpen, onRead }: ItemProps) {
  const { title, text, link, priority, created_at, read_at } = notification
  const isUnread = read_at === null
  return (
    <li className={classNames('flex gap-2.5 px-3 py-2.5', isUnread && 'bg-accent-soft')}>
      <StatusDot tone={TONES[priority]} className="mt-1.5" />
      <div className="min-w-0 flex-1">
        {link ? (
          <Link to={link} onClick={onOpen} className="font-medium break-words hover:underline">
            {title}
          </Link>
        ) : (
          <p className="font-medium break-words">{title}</p>
        )}
        <p className="break-words text-muted">{text}</p>
        <div className="flex h-6 items-center gap-2 text-xs text-muted">
          <Time date={created_at} />
          {isUnread && (
            <>
              <span className="sr-only">unread</span>
              <button type="button" onClick={onRead} className="hover:text-text hover:underline">
                Mark read
              </button>
            </>
          )}
        </div>
      </div>
    </li>
  )
}

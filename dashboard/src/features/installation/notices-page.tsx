import type { Notice } from '@stoa/contract/platform/notices'
import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useAllNotices, useDeleteNotice } from '../../data/resources/platform/notices.ts'
import { formatMoment } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { NoticeForm } from './notice-form.tsx'
import { OperatorPage } from './operator-page.tsx'

/** The operator's notices: banners with a start and an end time. */
export function NoticesPage() {
  return (
    <OperatorPage
      title="Notices"
      description="Banners for a set time. Each person can dismiss them permanently."
      needs="notices:manage"
    >
      <NoticeList />
      <Section title="New notice">
        <NoticeForm />
      </Section>
    </OperatorPage>
  )
}

function NoticeList() {
  const { data: notices, error, refetch } = useAllNotices()
  const remove = useDeleteNotice()
  const [leaving, setLeaving] = useState<Notice>()
  if (error)
    return (
      <QueryError error={error} title="Could not load the notices" onRetry={() => void refetch()} />
    )
  return (
    <>
      {notices && notices.length > 0 && (
        <ul className="divide-y rounded-md border" aria-label="Notices">
          {notices.map((notice) => (
            <li key={notice.id} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-3 py-2">
              <span className="min-w-0 flex-1 basis-40">
                <span className="block truncate font-medium">{notice.title}</span>
                <span className="text-xs text-muted">
                  {notice.audience === 'operators' ? 'Operators' : 'Everyone'}, from{' '}
                  <Moment date={notice.visible_from} /> to <Moment date={notice.visible_until} />
                </span>
              </span>
              <Button size="sm" onClick={() => setLeaving(notice)}>
                Delete
              </Button>
            </li>
          ))}
        </ul>
      )}
      <ConfirmDialog
        visible={leaving !== undefined}
        variant="danger"
        size="md"
        title="Delete notice"
        description={`“${leaving?.title ?? ''}” will no longer be shown to anyone.`}
        confirmLabel="Delete notice"
        loading={remove.isPending}
        onCancel={() => setLeaving(undefined)}
        onConfirm={() =>
          leaving && remove.mutate(leaving.id, { onSettled: () => setLeaving(undefined) })
        }
      />
    </>
  )
}

const Moment = ({ date }: { date: string }) => (
  <time dateTime={date} className="whitespace-nowrap">
    {formatMoment(date)}
  </time>
)

import type { Notice } from '@stoa/contract/platform/notices'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { RecordList } from '../../components/list/record-list.tsx'
import { useAllNotices, useDeleteNotice } from '../../data/resources/platform/notices.ts'
import { formatMoment } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
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
      <div className="mb-6">
        <NoticeList />
      </div>
      <Section title="New notice">
        <NoticeForm />
      </Section>
    </OperatorPage>
  )
}

function NoticeList() {
  const notices = useAllNotices()
  const remove = useDeleteNotice()
  const [leaving, setLeaving] = useState<Notice>()
  return (
    <>
      <QueryList
        label="notices"
        query={notices}
        skeleton={<Skeleton className="h-12" />}
        empty={{ title: 'No notices', description: 'Notices you publish appear here.' }}
      >
        {(items) => (
          <RecordList
            label="Notices"
            items={items}
            row={(notice) => ({
              title: notice.title,
              detail: (
                <>
                  {notice.audience === 'operators' ? 'Operators' : 'Everyone'}, from{' '}
                  <Moment date={notice.visible_from} /> to <Moment date={notice.visible_until} />
                </>
              ),
              action: (
                <Button
                  size="sm"
                  aria-label={`Delete ${notice.title}`}
                  onClick={() => setLeaving(notice)}
                >
                  Delete
                </Button>
              ),
            })}
          />
        )}
      </QueryList>
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

import type { OverviewNotice, ProjectOverview } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { fillPath } from '../../components/rooms/page-path.ts'
import { useRooms } from '../../components/rooms/rooms-context.ts'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { formatCount } from '../../lib/quantities.ts'

/**
 * Tables and settings that need a member's attention, each with a link to where it can be changed.
 */
export function NeedsAttention({ projectRef, notices }: NeedsAttentionProps) {
  return (
    <section aria-labelledby="needs-attention">
      <h2 id="needs-attention" className="mb-2 font-semibold">
        Needs attention
      </h2>
      {notices.length === 0 ? (
        <p className="text-muted">Nothing needs attention.</p>
      ) : (
        <ul className="divide-y border-y">
          {notices.map((notice) => (
            <li key={`${notice.service}.${notice.code}`} className="flex gap-3 py-2.5">
              <StatusDot
                tone={notice.severity === 'warning' ? 'warning' : 'neutral'}
                className="mt-1.5"
              />
              <div className="min-w-0 flex-1">
                <NoticeText notice={notice} />
                <NoticeLinks projectRef={projectRef} notice={notice} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type NeedsAttentionProps = { projectRef: string; notices: ProjectOverview['notices'] }

function NoticeText({ notice: { title, hint, tables, count } }: { notice: OverviewNotice }) {
  const where = tables.length > 0 && ` on ${formatCount(count)} ${count === 1 ? 'table' : 'tables'}`
  return (
    <>
      <p className="font-medium">
        {title}
        {where}
      </p>
      <p className="text-pretty text-muted">{hint}</p>
    </>
  )
}

function NoticeLinks({ projectRef, notice: { code, tables, count } }: NoticeLinksProps) {
  const pages = useRooms().flatMap(({ notices = [] }) => notices)
  const links = tables.map(({ id, schema, name }) => ({
    path: `/project/${projectRef}/editor/${id}`,
    label: schema === 'public' ? name : `${schema}.${name}`,
  }))
  const resolving = pages
    .filter((page) => page.code === code)
    .map(({ label, to }) => ({ label, path: fillPath(to, { ref: projectRef }) }))
  const all = [...links, ...resolving]
  if (all.length === 0) return null
  return (
    <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-xs">
      {all.map(({ path, label }) => (
        <li key={path} className="min-w-0 max-w-full">
          <Link to={path} className="block truncate text-accent-text hover:underline">
            {label}
          </Link>
        </li>
      ))}
      {count > tables.length && tables.length > 0 && (
        <li className="text-muted">and {formatCount(count - tables.length)} more</li>
      )}
    </ul>
  )
}

type NoticeLinksProps = { projectRef: string; notice: OverviewNotice }

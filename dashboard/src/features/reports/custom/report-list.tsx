import { useReports } from '../../../data/resources/platform/content.ts'
import type { ListedPagesProps } from '../../../components/rooms/room.ts'

const GROUPS = [
  { visibility: 'private', heading: 'Private' },
  { visibility: 'shared', heading: 'Shared' },
] as const

/** The custom reports in the second column, by name. */
export function ReportList({ projectRef, children }: ListedPagesProps) {
  const reports = useReports(projectRef).data?.toSorted((a, b) => a.name.localeCompare(b.name))
  const groups = GROUPS.map(({ visibility, heading }) => ({
    heading,
    pages: (reports ?? [])
      .filter((report) => report.visibility === visibility)
      .map(({ id, name }) => ({ label: name, to: `/project/${projectRef}/reports/${id}` })),
  }))
  return children(groups.filter(({ pages }) => pages.length > 0))
}

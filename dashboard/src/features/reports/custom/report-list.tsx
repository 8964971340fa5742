import { useReports } from '../../../data/resources/platform/content.ts'
import type { ListedPagesProps } from '../../../components/rooms/room.ts'

/** The custom reports in the second column, by name. */
export function ReportList({ projectRef, children }: ListedPagesProps) {
  const reports = useReports(projectRef).data?.toSorted((a, b) => a.name.localeCompare(b.name))
  const pagesWith = (visibility: 'private' | 'shared') =>
    (reports ?? [])
      .filter((report) => report.visibility === visibility)
      .map(({ id, name }) => ({ label: name, to: `/project/${projectRef}/reports/${id}` }))
  const shared = pagesWith('shared')
  return children([
    { heading: 'Custom', pages: pagesWith('private') },
    ...(shared.length > 0 ? [{ heading: 'Shared', pages: shared }] : []),
  ])
}

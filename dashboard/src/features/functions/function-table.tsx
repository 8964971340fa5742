import type { FunctionActivity } from '@stoa/contract/services/functions/logs'
import type { DeployedFunction } from '@stoa/contract/services/functions/members'
import { Link } from '@tanstack/react-router'
import { Time } from '../../components/time.tsx'
import { useFunctionActivity } from '../../data/resources/services/functions/functions.ts'
import { classNames } from '../../lib/class-names.ts'
import { formatCount } from '../../lib/quantities.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { functionUrl } from './function-url.ts'

type FunctionTableProps = {
  projectRef: string
  apiUrl: string
  functions: readonly DeployedFunction[]
}

/** The functions with their activity in the last 24 hours. */
export function FunctionTable({ projectRef, apiUrl, functions }: FunctionTableProps) {
  const { data, error } = useFunctionActivity(projectRef)
  const activities = new Map(data?.map((each) => [each.function_slug, each]))
  return (
    <Table aria-label="Functions" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden xl:table-cell xl:w-3/10">URL</TableHeader>
          <TableHeader className="hidden w-18 lg:table-cell">Version</TableHeader>
          <TableHeader className="hidden w-30 lg:table-cell">Created</TableHeader>
          <TableHeader className="hidden w-30 sm:table-cell">Updated</TableHeader>
          <LastDayHeader>Requests</LastDayHeader>
          <LastDayHeader>Errors</LastDayHeader>
        </TableRow>
      </TableHead>
      <TableBody>
        {functions.map((each) => (
          <TableRow key={each.slug}>
            <NameCell projectRef={projectRef} deployed={each} />
            <UrlCell slug={each.slug} apiUrl={apiUrl} />
            <TableCell className="hidden tabular-nums lg:table-cell">{each.version}</TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted lg:table-cell">
              <Time date={each.created_at} />
            </TableCell>
            <TableCell className="hidden whitespace-nowrap text-muted sm:table-cell">
              <Time date={each.updated_at} />
            </TableCell>
            <ActivityCells isLoading={!data && !error} activity={activities.get(each.slug)} />
          </TableRow>
        ))}
      </TableBody>
    </Table>
  )
}

function LastDayHeader({ children }: { children: string }) {
  return (
    <TableHeader className="w-22 text-right sm:w-32">
      {children} <span className="max-sm:block">(24 h)</span>
    </TableHeader>
  )
}

type NameCellProps = { projectRef: string; deployed: DeployedFunction }

function NameCell({ projectRef, deployed: { slug, description } }: NameCellProps) {
  return (
    <TableCell className="truncate">
      <Link
        to="/project/$ref/functions/deployed/$slug"
        params={{ ref: projectRef, slug }}
        className="font-medium hover:underline"
        title={slug}
      >
        {slug}
      </Link>
      {description !== '' && (
        <div className="truncate text-xs text-muted" title={description}>
          {description}
        </div>
      )}
    </TableCell>
  )
}

/** The part of the URL that differs between functions; Copy copies the whole URL. */
function UrlCell({ slug, apiUrl }: { slug: string; apiUrl: string }) {
  const url = functionUrl(apiUrl, slug)
  return (
    <TableCell className="hidden xl:table-cell">
      <div className="flex items-center gap-1">
        <code className="min-w-0 truncate text-muted" title={url}>
          {url.slice(apiUrl.length)}
        </code>
        <CopyButton iconOnly label={`Copy the URL of ${slug}`} text={url} />
      </div>
    </TableCell>
  )
}

type ActivityCellsProps = {
  isLoading: boolean
  activity: FunctionActivity | undefined
}

function ActivityCells({ isLoading, activity }: ActivityCellsProps) {
  if (isLoading)
    return ['requests', 'errors'].map((column) => (
      <TableCell key={column}>
        <Skeleton className="ml-auto h-4 w-8" />
      </TableCell>
    ))
  const hasErrors = activity !== undefined && activity.errors > 0
  return (
    <>
      <TableCell className="text-right tabular-nums">
        {activity ? formatCount(activity.requests) : '–'}
      </TableCell>
      <TableCell className={classNames('text-right tabular-nums', hasErrors && 'text-danger-text')}>
        {activity ? formatCount(activity.errors) : '–'}
      </TableCell>
    </>
  )
}

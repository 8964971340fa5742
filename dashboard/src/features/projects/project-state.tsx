import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { CancelRestore } from '../../components/cancel-restore.tsx'
import { isTransitional, useProjectTransition } from '../../data/resources/platform/projects.ts'
import { classNames } from '../../lib/class-names.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { FailureReport } from './failure-report.tsx'
import { stateWords } from './project-states.ts'

/** Replaces a page that needs the database: says why it is unavailable and how to fix that. */
export function ProjectState({ project }: { project: ProjectDetail }) {
  useTitle(stateWords(project.status)?.title, project.name)
  return (
    <Page width="narrow">
      <PageHeader title={project.name} />
      <StateNotice project={project} />
    </Page>
  )
}

type StateNoticeProps = { project: ProjectDetail; className?: string }

/** Explains why the database is unavailable, with the action that changes that. */
export function StateNotice({ project, className }: StateNoticeProps) {
  const words = stateWords(project.status)
  const isPassing = isTransitional(project.status)
  if (!words) return null
  return (
    <section
      className={classNames('rounded-md border bg-raised p-5', className)}
      aria-live="polite"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-lg font-semibold">{words.title}</h2>
        {isPassing && <Elapsed key={project.status} />}
      </div>
      <p className="mt-1 text-muted">{words.description}</p>
      {isPassing && <Strip />}
      {project.status === 'RESTORING' && project.abilities.includes('backup:restore') && (
        <div className="mt-5">
          <CancelRestore project={project} />
        </div>
      )}
      {project.failure && <FailureReport failure={project.failure} className="mt-4" />}
      {project.status === 'RESTORE_FAILED' && project.abilities.includes('backup:read') && (
        <Link
          to="/project/$ref/database/backups"
          params={{ ref: project.ref }}
          className="mt-4 block w-fit text-accent-text hover:underline"
        >
          View backups
        </Link>
      )}
      {words.wayOut &&
        (project.abilities.includes('project:pause') ? (
          <WayOut projectRef={project.ref} wayOut={words.wayOut} />
        ) : (
          <p className="mt-4 text-muted">Ask an owner or administrator to do this.</p>
        ))}
    </section>
  )
}

type WayOutProps = {
  projectRef: string
  wayOut: { transition: 'resume' | 'retry' | 'restart' | 'pause'; label: string }
}

function WayOut({ projectRef, wayOut }: WayOutProps) {
  const transition = useProjectTransition(projectRef, wayOut.transition)
  return (
    <Button
      variant="primary"
      className="mt-4"
      pending={transition.isPending}
      onClick={() => transition.mutate()}
    >
      {wayOut.label}
    </Button>
  )
}

/** Seconds since this component was mounted. */
function Elapsed() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((current) => current + 1), 1000)
    return () => clearInterval(timer)
  }, [])
  return <span className="text-xs text-muted tabular-nums">{seconds} s</span>
}

/** An animation that shows work in progress without suggesting a percentage. */
function Strip() {
  return (
    <div className="mt-5 flex h-1 gap-1" aria-hidden>
      {Array.from({ length: 12 }, (_, column) => (
        <span
          key={column}
          className="flex-1 animate-pulse rounded-full bg-accent"
          style={{ animationDelay: `${column * 90}ms` }}
        />
      ))}
    </div>
  )
}

import type { Look } from '@stoa/contract/platform/looks'
import type { ProjectDetail } from '@stoa/contract/platform/projects'
import { Link } from '@tanstack/react-router'
import { useCloseLook } from '../../../data/resources/platform/looks.ts'
import { formatMoment } from '../../../lib/dates.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { formatSecond } from '../moments.ts'

/** The steps until an earlier moment can be read. */
export const STEPS: Readonly<Record<'copying' | 'replaying' | 'ending', string>> = {
  copying: 'Step 1 of 2: the backup is being copied.',
  replaying: 'Step 2 of 2: the changes until this moment are being replayed.',
  ending: 'The moment is being closed.',
}

type LookNoticeProps = { project: ProjectDetail; look: Look }

/** The earlier moment that is open, or how far its opening is. */
export function LookNotice({ project, look }: LookNoticeProps) {
  const close = useCloseLook(project.ref)
  const canClose = project.abilities.includes('backup:create')
  const moment = formatSecond(Date.parse(look.moment))
  const closing = (label: string) =>
    canClose && (
      <Button pending={close.isPending} onClick={() => close.mutate()}>
        {label}
      </Button>
    )
  if (look.phase === 'ended')
    return (
      <Callout
        type="caution"
        title={look.end?.message ?? 'The moment was closed.'}
        action={closing('Dismiss')}
      >
        {look.end?.hint}
      </Callout>
    )
  if (look.phase !== 'open')
    return (
      <Callout
        title={look.phase === 'ending' ? `Closing ${moment}` : `Opening ${moment}`}
        action={look.phase !== 'ending' && closing('Cancel')}
      >
        <span role="status" className="flex items-center gap-2">
          <Spinner /> {STEPS[look.phase]}
        </span>
      </Callout>
    )
  return (
    <Callout
      title={`${moment} is open`}
      action={
        <div className="flex flex-wrap gap-2">
          <Button asChild variant="primary">
            <Link to="/project/$ref/database/past" params={{ ref: project.ref }}>
              Look at the data
            </Link>
          </Button>
          {closing('Close')}
        </div>
      }
    >
      {look.ends_at && `It is closed at ${formatMoment(look.ends_at)} unless somebody uses it.`}
    </Callout>
  )
}

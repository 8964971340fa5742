import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { StatusDot } from '../../ui/display/status-dot.tsx'
import { StrengthBar } from '../../ui/feedback/strength-bar.tsx'
import { toast } from '../../ui/feedback/toast.ts'

const TONES = ['neutral', 'accent', 'success', 'warning', 'danger'] as const
const TOASTS = ['success', 'info', 'warning', 'error'] as const

export function Feedback() {
  return (
    <>
      <Section title="States">
        <div className="flex flex-wrap items-center gap-3">
          {TONES.map((tone) => (
            <span key={tone} className="flex items-center gap-2">
              <StatusDot tone={tone} />
              <Badge variant={tone}>{tone}</Badge>
            </span>
          ))}
          <Spinner />
        </div>
        <Progress value={40} label="Progress" />
        {([0, 1, 2, 3, 4] as const).map((score) => (
          <StrengthBar key={score} score={score} />
        ))}
        <div className="grid gap-2">
          <Skeleton className="h-4 w-1/2" />
          <Skeleton className="h-4 w-2/3" />
        </div>
      </Section>
      <Section title="Messages">
        {(['note', 'caution', 'danger'] as const).map((type) => (
          <Callout key={type} type={type} title={type}>
            One sentence that says what this means.
          </Callout>
        ))}
        <ErrorState
          title="Could not load the members"
          message="Unable to reach the server. Please check your network or try again later."
          details="status: 503"
          onRetry={() => toast.info('Tried again')}
        />
        <EmptyState
          title="No tables yet"
          description="Tables contain your rows."
          action={<Button variant="primary">Create a table</Button>}
        />
        <div className="flex flex-wrap gap-2">
          {TOASTS.map((kind) => (
            <Button key={kind} onClick={() => toast[kind](`A ${kind} toast`)}>
              Toast: {kind}
            </Button>
          ))}
        </div>
      </Section>
    </>
  )
}

import { cut } from '../lib/cut.ts'
import { useTitle } from '../lib/use-title.ts'
import { Button } from '../ui/buttons/button.tsx'
import { CopyButton } from '../ui/buttons/copy-button.tsx'

export type UnexpectedErrorProps = {
  error: unknown
  /** Whether this is a production build; unrelated to the installation's mode. */
  isProduction?: boolean
}

/** Long stacks are truncated, because they are part of the support link's query string. */
const LONGEST_STACK = 1500

/** Shows an error that is a bug, and ways to recover from it. */
export function UnexpectedError({
  error,
  isProduction = import.meta.env.PROD,
}: UnexpectedErrorProps) {
  useTitle('Unexpected error')
  const message = error instanceof Error ? error.message : String(error)
  const report = error instanceof Error && error.stack ? error.stack : message
  const support = supportAddress(message, report)
  return (
    <div className="mx-auto grid max-w-xl gap-4 px-6 py-16">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl font-semibold">Sorry! An unexpected error occurred</h1>
        <CopyButton text={report} label="Copy error" />
      </div>
      <pre className="max-h-48 overflow-auto rounded-md border bg-sunken p-3 text-xs break-words whitespace-pre-wrap">
        {message}
      </pre>
      {/removeChild/.test(message) ? <TranslationHint /> : <RecoverySteps support={support} />}
      <div className="flex flex-wrap gap-2">
        <Button asChild variant="primary">
          <a href={support}>Contact support</a>
        </Button>
        {isProduction ? (
          <Button onClick={() => window.location.reload()}>Reload dashboard</Button>
        ) : (
          <Button onClick={() => window.location.assign('/')}>Return to dashboard</Button>
        )}
      </div>
    </div>
  )
}

/** Links to the support form, prefilled with the error. */
export function supportAddress(message: string, report: string): string {
  const fields = new URLSearchParams({
    category: 'dashboard_bug',
    subject: cut(`Unexpected error in the dashboard: ${message}`, 200),
    message: `The dashboard stopped with this error:\n\n${cut(report, LONGEST_STACK)}`,
  })
  return `/support/new?${fields.toString()}`
}

function TranslationHint() {
  return (
    <p className="text-muted">
      Browser translation and some extensions change the page while you use it, which can cause this
      error. Turn off translation for this page, or use a window without extensions.
    </p>
  )
}

function RecoverySteps({ support }: { support: string }) {
  return (
    <div className="text-muted">
      <p>Try these steps in order:</p>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        <li>Refresh the page</li>
        <li>
          <StepLink href="/logout">Sign out</StepLink> and sign in again
        </li>
        <li>Clear the browser storage of this site</li>
        <li>Disable browser extensions</li>
        <li>
          <StepLink href={support}>Write to support</StepLink> if it happens again
        </li>
      </ol>
    </div>
  )
}

function StepLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="text-accent-text hover:underline">
      {children}
    </a>
  )
}
